"""Texts of reason and note codes: what a reader is shown in place of a number or beside it, and what to do next."""

from dataclasses import dataclass

from evalhub.lib.errors import UnknownKey
from evalhub.lib.translation import gettext
from evalhub.lib.translation import gettext_noop as _

EXPLAINS = {"FEW_DISAGREE"}  # notes that say how a figure was found, and warn of nothing


@dataclass(frozen=True)
class ReasonText:
    """show: the fact, one sentence. do: the next step, one sentence, empty when there is none."""

    show: str
    do: str = ""

    def __str__(self):
        return f"{self.show} {self.do}".rstrip()


_TEXTS = {
    # Why there is no agreement figure.
    "NO_PAIRS": ReasonText(
        _("Not defined yet: no item has two labels."), _("Ask a second annotator to label the same items.")
    ),
    "NO_VARIATION": ReasonText(
        _("Not defined: every label is the same, so agreement cannot be separated from chance."),
        _("See the percent agreement and the label distribution, or add more varied items."),
    ),
    "ONE_ITEM": ReasonText(_("Not defined yet: only one item has two labels."), _("Have more items labelled twice.")),
    "UNEQUAL_RATERS": ReasonText(
        _("Fleiss' kappa needs the same number of labels on every item."),
        _("Use Krippendorff's alpha, which allows for missing labels."),
    ),
    "NO_SHARED_ITEMS": ReasonText(
        _("Not defined yet: nothing to compare on the same item."),
        _("To compare models with people, an item needs a model's label and two human labels with a clear majority."),
    ),
    "TOO_MANY_VALUES": ReasonText(
        _("Not computed: too many different values to compare each with each."),
        _("Use the interval level, or round the values."),
    ),
    "INVALID_LABEL": ReasonText(_("A label is outside the question's values."), _("Correct or withdraw it.")),
    # What to keep in mind about a figure.
    "FEW_ITEMS": ReasonText(
        _("Fewer than 10 items have two labels: no interval."), _("Have more items labelled twice.")
    ),
    "FEW_DISAGREE": ReasonText(
        _("Fewer than 10 items disagree: the interval is exact for their share and wider than a resampling interval.")
    ),
    "INTERVAL_UNRELIABLE": ReasonText(
        _("Interval unreliable: fewer than 20 items have two labels."), _("Have more items labelled twice.")
    ),
    "INTERVAL_NO_VARIATION": ReasonText(
        _("No interval: too many resamples contain a single value."), _("Have more items labelled.")
    ),
    "INTERVAL_TOO_MANY_VALUES": ReasonText(
        _("No interval: too many different values to resample."), _("Use the interval level, or round the values.")
    ),
    "FEWER_RESAMPLES": ReasonText(
        _("Interval from fewer than 2,000 resamples: too many items differ in their labels for more.")
    ),
    "UNBALANCED": ReasonText(
        _("Labels are very unbalanced; alpha cannot separate skill from prevalence."),
        _("Also read the percent agreement and Gwet's AC1, or add items with rare labels."),
    ),
    # Why an item has no consensus value.
    "TIE": ReasonText(_("The votes are tied."), _("Let an adjudicator decide.")),
    "BELOW_THRESHOLD": ReasonText(
        _("Too few votes agree to reach the threshold."), _("Ask another annotator, or let an adjudicator decide.")
    ),
    "TOO_FEW": ReasonText(_("Not enough votes yet."), _("Have the item labelled by more annotators.")),
}


def text(code):
    """The ReasonText of a reason or note code, in the reader's language; UnknownKey lists the codes."""
    if code not in _TEXTS:
        raise UnknownKey(f"Unknown reason {code!r}. Valid: {', '.join(_TEXTS)}.")
    found = _TEXTS[code]
    return ReasonText(gettext(found.show), gettext(found.do) if found.do else "")


def codes():
    return tuple(_TEXTS)
