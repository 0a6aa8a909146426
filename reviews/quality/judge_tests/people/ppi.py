"""The mean that people would find, from few labels of people and many answers of the judge."""

from evalhub.lib.statistics import ppi
from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import Figure, kinds
from reviews.quality.judge_tests.people import PeopleTestKind
from reviews.quality.judged_labels import TEST, measured


@kinds.register("ppi")
class CorrectedMean(PeopleTestKind):
    """The mean on the question's scale, or the share of passes, where people answered a random part (PPI++)."""

    place = 14
    is_needed = False
    main = "corrected_mean"
    figures = (
        Figure("corrected_mean", gettext_noop("Corrected mean"), gettext_noop("people's labels and all its answers")),
    )

    def measure(self, cases):
        return {"corrected_mean": measured(_corrected(cases).estimate)}

    def details(self, labels):
        found = _corrected(labels)
        return {"weight": found.weight, "worth": found.worth}


def _corrected(labels):
    labelled = labels.labelled(TEST)
    known = {each.item for each in labelled}
    said = [sum(map(labels.verdict, each.people.values())) / len(each.people) for each in labelled]
    judged = [labels.verdict(each.value) for each in labelled]
    return ppi.corrected_mean(said, judged, [labels.verdict(e.value) for e in labels.answers if e.item not in known])
