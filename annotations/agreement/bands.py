"""How high an alpha is, by the lower end of its interval, and how a figure is written."""

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


def is_low(estimate):
    """Whether agreement is low, which is not so where there is not enough data."""
    return estimate.value is not None and band_key(estimate) == "unreliable"


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


def written(value):
    """Two decimals: 0.74, −0.02, 1.00. Only a true 1 is written 1.00."""
    return numbers.point(0.99 if 0.99 < value < 1 else value)


def band_key(estimate):
    """reliable, tentative or unreliable by the lower end; unknown without an interval, or where it reaches from low to
    high agreement: an alpha of 1 on few items is not called low."""
    if estimate.low is None or estimate.low < TENTATIVE <= RELIABLE <= estimate.high:
        return "unknown"
    if estimate.low >= RELIABLE:
        return "reliable"
    return "tentative" if estimate.low >= TENTATIVE else "unreliable"
