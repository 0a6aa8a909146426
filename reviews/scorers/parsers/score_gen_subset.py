"""The verdict of one stage or more."""

from evalhub.lib.translation import gettext as _
from reviews.scorers.parsers import lines, registry
from reviews.scorers.parsers.base import Answer, Refused
from reviews.scorers.parsers.verdict import ABSTAIN, SEPARATORS, VerdictParser, decode


@registry.register("score_gen_subset.1")
class SubsetVerdict(VerdictParser):
    """One label or more, in any order; the same label twice is said once."""

    parser_version = "score_gen_subset.1"

    class answer(Answer):
        verdict: list[str]

    def read_labels(self, value):
        found = [lines.bare(part) for part in SEPARATORS.split(value)]
        if not all(found):
            words = _("The verdict %(met)s has an empty place. Valid: labels with commas between them.")
            raise Refused(words % {"met": repr(value[:80])})
        return found

    def read_answer(self, answer, context):
        values = [lines.bare(value) for value in answer.verdict]
        is_abstained = len(values) == 1 and values[0].upper() == ABSTAIN
        return self.abstain(context) if is_abstained else decode(values, context)
