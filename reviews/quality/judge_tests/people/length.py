"""Whether long texts please the judge more than they please people."""

from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import Figure, kinds
from reviews.quality.judge_tests.length import MOST_LENGTH_BIAS, Length
from reviews.quality.judge_tests.people import PeopleTestKind
from reviews.quality.judged_cases import Case
from reviews.quality.judged_labels import TEST

MOST_READ = 2_000  # an interval of a correlation resamples them all many times


@kinds.register("people_length")
class PeopleLength(PeopleTestKind):
    """On verdicts, or on the place of a value in a scale; people's mean is held still. Nothing where values have no
    order."""

    place = 16
    is_needed = False
    main = "length_bias"
    figures = (
        Figure(
            "length_bias",
            gettext_noop("Length bias"),
            gettext_noop("partial correlation with length given people's mean"),
            MOST_LENGTH_BIAS,
        ),
    )

    def measure(self, cases):
        return {"length_bias": Length().measure(_cases(cases))["length_bias"]}


def _cases(labels):
    if labels.passing is None and not (labels.is_ordered and labels.domain):
        return []
    least, most = (0.0, 1.0) if labels.passing is not None else (min(labels.domain), max(labels.domain))
    known = [each for each in labels.labelled(TEST) if each.length is not None]
    found = []
    for each in sorted(known, key=lambda each: each.item)[:MOST_READ]:
        said = [labels.verdict(value) for value in each.people.values()]
        score, mean = labels.verdict(each.value), sum(said) / len(said)
        found.append(Case((score - least) / (most - least), (mean - least) / (most - least), each.length))
    return found
