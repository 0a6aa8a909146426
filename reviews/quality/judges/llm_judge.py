"""The judge that is a language model: a rubric, a JSON answer, and a score that nobody should trust unmeasured.

Known habits of such judges are a taste for length, for familiar form, for the first or last answer shown, and for
their own family. `reviews.quality.judge_tests` measures them.
"""

from evalhub.lib.translation import gettext_noop
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.client.json_answer import find_object
from reviews.engine.stages.base import UNREADABLE, Finding
from reviews.quality.judges import PairJudge, failed, found
from reviews.scorers.judges.reasons import JUDGE_UNREADABLE, NO_QUALITY_SCORE
from reviews.scorers.prompts.prompt import case_marks_of, fill
from reviews.scorers.registry import MODEL, PAIR, registry


@registry.register("llm_judge")
class RubricJudge(PairJudge):
    """Asks with the rubric that the prompt is. Its `grader_id` names the version: another one is another judge."""

    title = gettext_noop("Language model with a rubric")
    needs = frozenset({MODEL, PAIR})
    version = "grading-judge-v1"
    default_prompt = "llm_judge.v1"

    def marks(self, item, question):
        return case_marks_of(_values(item, question), identity=())

    def prepare(self, item, question):
        prompt = self.asking.prompt
        filled = fill(prompt, _values(item, question), identity=())
        return LLMCall(
            model=self.asking.model,
            messages=({"role": "system", "content": filled.system}, {"role": "user", "content": filled.user}),
            parameters=self.asking.chosen,
            timeout_seconds=self.timeout_seconds,
            max_tokens=prompt.tokens,
            text_allowed=True,
        )

    def read(self, answer, item, question):
        """One JSON object, alone or in the only code fence; `notes` may be missing."""
        if answer.status != OK:
            return failed(answer)
        said = find_object(answer.text)
        if said.value is None:
            return _unreadable(JUDGE_UNREADABLE(reason=said.reason))
        if "quality_score" not in said.value:
            return _unreadable(NO_QUALITY_SCORE())
        notes = said.value.get("notes")
        return found(said.value["quality_score"], "" if notes is None else str(notes))


def _values(item, question):
    answers = [
        {"name": "reference", "text": item.baseline},
        {"name": "answer under test", "text": item.candidate},
    ]
    return {"task": question, "answers": answers[::-1] if item.is_candidate_first else answers}


def _unreadable(reason):
    return Finding(UNREADABLE, {}, "parse_error", reason)
