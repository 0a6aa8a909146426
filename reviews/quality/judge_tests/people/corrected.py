"""The share of passes that people would find: the judge's, corrected by how it errs."""

from evalhub.lib.statistics import proportions, rogan_gladen
from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import Figure, kinds
from reviews.quality.judge_tests.people import PeopleTestKind
from reviews.quality.judged_cases import Measure
from reviews.quality.judged_labels import TEST, measured


@kinds.register("corrected_rate")
class CorrectedRate(PeopleTestKind):
    """Of all answers of the judge, by its rates in the test half (Rogan and Gladen)."""

    place = 13
    is_needed = False
    main = "corrected"
    figures = (
        Figure("judge_alone", gettext_noop("Judge alone"), gettext_noop("share of passes among all its answers")),
        Figure("corrected", gettext_noop("Corrected"), gettext_noop("for its rates in the test half")),
        Figure("people_alone", gettext_noop("People"), gettext_noop("share of passes among what they answered")),
    )

    def measure(self, cases):
        if cases.passing is None:
            return {each.key: Measure(None, None, None, 0, "NO_PASS_VALUE") for each in self.figures}
        verdicts = [cases.verdict(each.value) for each in cases.answers]
        pairs = [(own, said) for _each, own, said in cases.pairs(TEST)]
        passes, fails = ([own for own, said in pairs if said == verdict] for verdict in (1.0, 0.0))
        corrected = rogan_gladen.corrected(
            int(sum(verdicts)),
            len(verdicts),
            hits=int(sum(passes)),
            passes=len(passes),
            correct_fails=len(fails) - int(sum(fails)),
            fails=len(fails),
        )
        return {
            "judge_alone": measured(proportions.wilson(sum(verdicts), len(verdicts))),
            "corrected": measured(corrected),
            "people_alone": measured(proportions.wilson(len(passes), len(pairs))),
        }
