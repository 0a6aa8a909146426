"""How high an alpha is, by the lower end of its interval, and how a figure is written."""

from dataclasses import dataclass

from evalhub.lib.charts import numbers
from evalhub.lib.definitions import define
from evalhub.lib.translation import gettext_noop as _

RELIABLE = 0.8  # Krippendorff 2004; where charts are dashed
TENTATIVE = 0.667

define(
    "agreement_band",
    _(
        "By the lower end of the 95 % interval of Krippendorff's alpha: high from 0.80, moderate from 0.667, else low. "
        "Without an interval, or with one from below 0.667 to 0.80 or more, there is not enough data."
    ),
)


@dataclass(frozen=True)
class Band:
    """key: reliable, tentative, unreliable, or unknown. text: the verdict with its figure.

    unknown: there is no interval, or it reaches from low to high agreement.
    """

    key: str
    title: str
    text: str


_TITLES = {
    "reliable": _("High agreement"),
    "tentative": _("Moderate agreement"),
    "unreliable": _("Low agreement"),
    "unknown": _("Not enough data"),
}


def band(estimate):
    """The Band of an alpha's Estimate; None when it has no value."""
    if estimate.value is None:
        return None
    key = _key(estimate)
    return Band(key=key, title=_TITLES[key], text=f"{_TITLES[key]}: {figure(estimate)}")


def is_low(estimate):
    """Whether agreement is low, which is not so where there is not enough data."""
    return estimate.value is not None and _key(estimate) == "unreliable"


def interpretation(estimate):
    """One of the four fixed texts of the API field, by the lower bound; None without an interval."""
    if estimate.low is None:
        return None
    if estimate.low >= RELIABLE:
        return "Good reliability - suitable for most applications"
    if estimate.low >= TENTATIVE:
        return "Moderate reliability - acceptable for exploratory research"
    if estimate.low >= 0.4:
        return "Fair reliability - requires caution in interpretation"
    return "Poor reliability - not suitable for making conclusions"


def figure(estimate):
    """The value with its interval, "0.74, 95 % CI 0.61 to 0.84"; an empty text when undefined."""
    if estimate.value is None:
        return ""
    if estimate.low is None:
        return written(estimate.value)
    return f"{written(estimate.value)}, 95 % CI {written(estimate.low)} to {written(estimate.high)}"


def written(value):
    """Two decimals: 0.74, −0.02, 1.00. Only a true 1 is written 1.00."""
    return numbers.point(0.99 if 0.99 < value < 1 else value)


def _key(estimate):
    """By the lower bound; an alpha of 1 on few items is not called low, for it may well be high."""
    if estimate.low is None or estimate.low < TENTATIVE <= RELIABLE <= estimate.high:
        return "unknown"
    if estimate.low >= RELIABLE:
        return "reliable"
    return "tentative" if estimate.low >= TENTATIVE else "unreliable"
