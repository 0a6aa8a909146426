"""The critic's own answer: asked and read as a judge's, and never offered for a task."""

from reviews.scorers.judges.questions import QuestionsJudge
from reviews.scorers.prompts.prompt import load_prompt
from reviews.scorers.registry import form_scorers, registry
from reviews.scorers.registry.scorer import Asking
from tests.reviews.scorers.judges.cases import answer_to, make_item, make_task


def test_it_asks_what_a_judge_is_asked_and_reads_the_same():
    asking = Asking("simulated-critic", load_prompt("questions.v2"))
    own, judge = registry["critic_answer"].made(asking), QuestionsJudge.made(asking)

    assert own.prepare(make_item(), make_task()) == judge.prepare(make_item(), make_task())
    answer = answer_to(make_item())
    assert own.read(answer, make_item(), make_task()) == judge.read(answer, make_item(), make_task())
    assert "critic_answer" not in form_scorers
