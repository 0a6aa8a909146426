"""Whether a figure keeps its bound, in words: what the kinds of judge tests say of figures that do not."""

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality.judged_cases import Measure

# Fewer cases say nothing either way: Calderon et al. 2025 (the alternative annotator test) ask for 30 shared ones.
LEAST_CASES = 30
REASONS = {
    "NO_CASES": gettext_noop("no case was measured"),
    "ONE_CASE": gettext_noop("only one case"),
    "FEW_CASES": gettext_noop("too few cases for an interval"),
    "NO_VARIATION": gettext_noop("the scores or the answer lengths hardly vary"),
    "INTERVAL_NO_VARIATION": gettext_noop("too many resamples contain a single value: no interval"),
    "PERFECT": gettext_noop("all cases agree, so there is no interval"),
    "NOTHING": gettext_noop("nothing was measured"),
    "TOO_FEW": gettext_noop("too few answers"),
    "UNINFORMATIVE": gettext_noop("the judge is not better than chance"),
    "NO_PASS_VALUE": gettext_noop("no passing values are set"),
    "NEEDS_TWO_PEOPLE": gettext_noop("two people must have answered the same items"),
    "NOT_REPEATED": gettext_noop("the judge answered no item twice"),
    "FEW_WEEKS": gettext_noop("two months of answers are needed"),
    "NOT_IN_BOTH_ORDERS": gettext_noop("the judge compared no two outputs in both orders"),
    "TOO_FEW_PAIRS": gettext_noop("too few pairs of which exactly one is by the judge's own model family"),
    "TOO_FEW_OF_A_FAMILY": gettext_noop("too few answers of the judge's own model family or of others"),
}


def label(reason: str) -> str:
    """The words of a Measure's reason code, in the reader's language."""
    return _(REASONS[reason])


def undefined(name: str, found: Measure) -> str:
    """Why there is no value, or ""."""
    if found.value is not None:
        return ""
    return _("No value for %(name)s: %(why)s.") % {"name": name, "why": label(found.reason)}


def unmeasured(name: str, found: Measure) -> list[str]:
    """The caution that a figure has no value, if it has none."""
    if found.value is not None:
        return []
    return [_("%(name)s was not measured: %(why)s.") % {"name": name, "why": label(found.reason)}]


def bounded(name: str, found: Measure, *, least: float | None = None, most: float | None = None) -> str:
    """Why the figure breaks its bound, or "". An upper bound is one on its size, whatever the sign."""
    if found.value is None:
        return undefined(name, found)
    told = {"name": name, "value": found.value, "least": least, "most": most}
    if least is not None and found.value < least:
        return _("%(value).2f is %(name)s; at least %(least).2f is needed.") % told
    if most is not None and abs(found.value) > most:
        return _("%(value).2f is %(name)s; at most %(most).2f is allowed.") % told
    return ""
