"""The critic's own answer: it answers the form about the material before it is shown what the judge has said."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.judges.questions import QuestionsJudge
from reviews.scorers.registry import ANSWER, MODEL, registry


@registry.register("critic_answer")
class OwnAnswer(QuestionsJudge):
    """Asks and reads as the judge of forms does; it is put to what somebody has answered."""

    title = gettext_noop("Critic answers independently")
    needs = frozenset({ANSWER, MODEL})
    is_default = False
