"""The verdict of one stage."""

from reviews.scorers.parsers import lines, registry
from reviews.scorers.parsers.base import Answer
from reviews.scorers.parsers.verdict import ABSTAIN, VerdictParser, decode


@registry.register("score_gen_single.1")
class SingleVerdict(VerdictParser):
    """Exactly one label."""

    parser_version = "score_gen_single.1"

    class answer(Answer):
        verdict: str

    def read_labels(self, value):
        return [value]

    def read_answer(self, answer, context):
        value = lines.bare(answer.verdict)
        return self.abstain(context) if value.upper() == ABSTAIN else decode([value], context)
