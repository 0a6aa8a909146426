"""Words for reason and note codes: what a reader is shown in place of a number or beside it, and what to do next."""

from dataclasses import dataclass

from evalhub.lib.errors import UnknownKey


@dataclass(frozen=True)
class Words:
    """show: the fact, one sentence. do: the next step, one sentence, empty when there is none."""

    show: str
    do: str = ""

    def __str__(self):
        return f"{self.show} {self.do}".rstrip()


_WORDS = {
    # Why there is no agreement figure.
    "NO_PAIRS": Words("Not defined yet: no item has two labels.", "Ask a second annotator to label the same items."),
    "NO_VARIATION": Words(
        "Not defined: every label is the same, so agreement cannot be told from habit.",
        "Look at the percent agreement and the distribution of labels, or add items of other kinds.",
    ),
    "ONE_ITEM": Words("Not defined yet: only one item has two labels.", "Have more items labelled twice."),
    "UNEQUAL_RATERS": Words(
        "Fleiss' kappa needs the same number of labels on every item, and they differ here.",
        "Read Krippendorff's alpha, which allows for missing labels.",
    ),
    "NO_SHARED_ITEMS": Words(
        "Not defined yet: nothing to compare on the same item.",
        "Against people, an item needs two human labels with a clear majority and a machine's label.",
    ),
    "TOO_MANY_VALUES": Words(
        "Not computed: too many different values to compare each with each.",
        "Use the interval level, or round the values.",
    ),
    "INVALID_LABEL": Words("A label is outside the question's values.", "Correct or withdraw it."),
    # What to keep in mind about a figure.
    "FEW_ITEMS": Words("Fewer than 10 items have two labels: no interval.", "Have more items labelled twice."),
    "INTERVAL_UNRELIABLE": Words(
        "Interval unreliable: fewer than 20 items have two labels.", "Have more items labelled twice."
    ),
    "INTERVAL_NO_VARIATION": Words(
        "No interval: too many resamples of the items hold a single value.", "Have more items labelled."
    ),
    "INTERVAL_TOO_MANY_VALUES": Words(
        "No interval: too many different values to resample.", "Use the interval level, or round the values."
    ),
    "FEWER_RESAMPLES": Words(
        "Interval from fewer than 2,000 resamples: too many items differ in their labels for more."
    ),
    "UNBALANCED": Words(
        "Labels are very unbalanced; alpha cannot separate skill from prevalence.",
        "Read the percent agreement and Gwet's AC1 beside it, or add items of the rare kinds.",
    ),
    # Why an item has no consensus value.
    "TIE": Words("The votes are tied.", "Let an adjudicator decide."),
    "BELOW_THRESHOLD": Words(
        "Too few votes agree to reach the threshold.", "Ask another annotator, or let an adjudicator decide."
    ),
    "TOO_FEW": Words("Not enough votes yet.", "Have the item labelled by more annotators."),
}


def words(code):
    """The Words of a reason or note code; UnknownKey lists the codes."""
    if code not in _WORDS:
        raise UnknownKey(f"Unknown reason {code!r}. Valid: {', '.join(_WORDS)}.")
    return _WORDS[code]


def codes():
    return tuple(_WORDS)
