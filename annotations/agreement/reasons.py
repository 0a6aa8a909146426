"""Words for reason and note codes: what a reader is shown in place of a number or beside it, and what to do next."""

from dataclasses import dataclass

from evalhub.lib.errors import UnknownKey
from evalhub.lib.translation import gettext
from evalhub.lib.translation import gettext_noop as _

EXPLAINS = {"FEW_DISAGREE"}  # notes that say how a figure was found, and warn of nothing


@dataclass(frozen=True)
class Words:
    """show: the fact, one sentence. do: the next step, one sentence, empty when there is none."""

    show: str
    do: str = ""

    def __str__(self):
        return f"{self.show} {self.do}".rstrip()


_WORDS = {
    # Why there is no agreement figure.
    "NO_PAIRS": Words(
        _("Not defined yet: no item has two labels."), _("Ask a second annotator to label the same items.")
    ),
    "NO_VARIATION": Words(
        _("Not defined: every label is the same, so agreement cannot be separated from chance."),
        _("See the percent agreement and the label distribution, or add more varied items."),
    ),
    "ONE_ITEM": Words(_("Not defined yet: only one item has two labels."), _("Have more items labelled twice.")),
    "UNEQUAL_RATERS": Words(
        _("Fleiss' kappa needs the same number of labels on every item."),
        _("Use Krippendorff's alpha, which allows for missing labels."),
    ),
    "NO_SHARED_ITEMS": Words(
        _("Not defined yet: nothing to compare on the same item."),
        _("To compare models with people, an item needs a model's label and two human labels with a clear majority."),
    ),
    "TOO_MANY_VALUES": Words(
        _("Not computed: too many different values to compare each with each."),
        _("Use the interval level, or round the values."),
    ),
    "INVALID_LABEL": Words(_("A label is outside the question's values."), _("Correct or withdraw it.")),
    # What to keep in mind about a figure.
    "FEW_ITEMS": Words(_("Fewer than 10 items have two labels: no interval."), _("Have more items labelled twice.")),
    "FEW_DISAGREE": Words(
        _("Fewer than 10 items disagree: the interval is exact for their share and wider than a resampling interval.")
    ),
    "INTERVAL_UNRELIABLE": Words(
        _("Interval unreliable: fewer than 20 items have two labels."), _("Have more items labelled twice.")
    ),
    "INTERVAL_NO_VARIATION": Words(
        _("No interval: too many resamples contain a single value."), _("Have more items labelled.")
    ),
    "INTERVAL_TOO_MANY_VALUES": Words(
        _("No interval: too many different values to resample."), _("Use the interval level, or round the values.")
    ),
    "FEWER_RESAMPLES": Words(
        _("Interval from fewer than 2,000 resamples: too many items differ in their labels for more.")
    ),
    "UNBALANCED": Words(
        _("Labels are very unbalanced; alpha cannot separate skill from prevalence."),
        _("Also read the percent agreement and Gwet's AC1, or add items with rare labels."),
    ),
    # Why an item has no consensus value.
    "TIE": Words(_("The votes are tied."), _("Let an adjudicator decide.")),
    "BELOW_THRESHOLD": Words(
        _("Too few votes agree to reach the threshold."), _("Ask another annotator, or let an adjudicator decide.")
    ),
    "TOO_FEW": Words(_("Not enough votes yet."), _("Have the item labelled by more annotators.")),
}


def words(code):
    """The Words of a reason or note code, in the reader's language; UnknownKey lists the codes."""
    if code not in _WORDS:
        raise UnknownKey(f"Unknown reason {code!r}. Valid: {', '.join(_WORDS)}.")
    found = _WORDS[code]
    return Words(gettext(found.show), gettext(found.do) if found.do else "")


def codes():
    return tuple(_WORDS)
