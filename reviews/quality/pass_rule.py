"""Whether a measured judge may be relied on: the rule over the figures of `calibration`, in words."""

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality import calibration as rules
from reviews.quality.calibration import Measures, Verdict

REASONS = {
    "NO_CASES": gettext_noop("no case was measured"),
    "ONE_CASE": gettext_noop("only one case"),
    "FEW_CASES": gettext_noop("too few cases for an interval"),
    "NO_VARIATION": gettext_noop("the scores or the answer lengths hardly vary"),
    "INTERVAL_NO_VARIATION": gettext_noop("too many resamples contain a single value: no interval"),
    "PERFECT": gettext_noop("all cases agree, so there is no interval"),
    "TOO_FEW_OF_A_FAMILY": gettext_noop("too few answers of the judge's own model family or of others"),
}


def label(reason):
    """The words of a Measure's reason code, in the reader's language."""
    return _(REASONS[reason])


def verdict(measures: Measures) -> Verdict:
    """Passed when agreement and both orders are measured on enough cases and no figure breaks its bound.

    Lengths must be known; where they do not vary, and where one family alone was graded, that is a caution.
    """
    reasons = [
        _agreement(measures),
        _bounded(_("the mean difference from the reference"), measures.mean_difference, most=rules.MOST_DIFFERENCE),
        _swapped(measures),
        _length(measures),
        _preference(measures.self_preference),
    ]
    reasons = tuple(reason for reason in reasons if reason)
    unmeasured = {_("Length bias"): measures.length_bias, _("Self-preference"): measures.self_preference}
    cautions = tuple(
        _("%(name)s was not measured: %(why)s.") % {"name": name, "why": label(found.reason)}
        for name, found in unmeasured.items()
        if found.value is None
    )
    return Verdict(passed=not reasons, reasons=reasons, cautions=cautions)


def _agreement(measures):
    found = measures.spearman
    if found.n < rules.LEAST_CASES:
        return _("%(n)s cases were scored by both; %(least)s are needed.") % {"n": found.n, "least": rules.LEAST_CASES}
    problem = _undefined(_("the rank correlation with the reference"), found)
    if problem:
        return problem
    if found.reason != "PERFECT" and (found.low is None or found.low <= 0):
        return _("The interval of the rank correlation with the reference includes zero.")
    return _bounded(_("the rank correlation with the reference"), found, least=rules.LEAST_SPEARMAN)


def _swapped(measures):
    found = measures.swap_consistency
    if found.n < rules.LEAST_CASES:
        text = _("%(n)s cases were scored in both orders; %(least)s are needed.")
        return text % {"n": found.n, "least": rules.LEAST_CASES}
    return _bounded(
        _("the share of cases with the same score in both orders"), found, least=rules.LEAST_SWAP_CONSISTENCY
    )


def _length(measures):
    """Without variation in length, or beyond what the reference explains, there is nothing to favour."""
    found = measures.length_bias
    if not found.n:
        return _undefined(_("the correlation with length"), found)
    if found.value is None:
        return ""
    return _bounded(_("the partial correlation with length given the reference"), found, most=rules.MOST_LENGTH_BIAS)


def _preference(found):
    if found.value is None or found.value <= 0:
        return ""
    return _bounded(_("the preference for its own model family"), found, most=rules.MOST_SELF_PREFERENCE)


def _undefined(name, found):
    if found.value is not None:
        return ""
    return _("No value for %(name)s: %(why)s.") % {"name": name, "why": label(found.reason)}


def _bounded(name, found, *, least=None, most=None):
    """Why the figure breaks its bound, or "". An upper bound is one on its size, whatever the sign."""
    if found.value is None:
        return _undefined(name, found)
    told = {"name": name, "value": found.value, "least": least, "most": most}
    if least is not None and found.value < least:
        return _("%(value).2f is %(name)s; at least %(least).2f is needed.") % told
    if most is not None and abs(found.value) > most:
        return _("%(value).2f is %(name)s; at most %(most).2f is allowed.") % told
    return ""
