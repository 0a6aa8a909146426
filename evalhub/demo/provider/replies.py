"""What the simulated provider replies to one request: the answer its model would give, spoiled as a fault says."""

import json
import re

from evalhub.demo.provider import free_answers, slips, stage_prompts
from evalhub.demo.provider.judging import critics, job_reviews, pairs
from evalhub.demo.provider.judging.forms import Answering
from evalhub.demo.provider.material import find_material
from evalhub.demo.provider.studies import evidence, rubrics, scores
from evalhub.demo.provider.wires import Reply, tokens

_GARBAGE = "Certainly! Here is my judgement: {value: good, confidence: very"
_WRONG_CASE = "0" * 12
_STAGES = {
    stage_prompts.EVIDENCE: evidence.rewritten,
    stage_prompts.RUBRIC: rubrics.rubric,
    stage_prompts.RUBRIC_CRITIC: rubrics.rubric_quality,
    stage_prompts.SCORE: scores.verdict,
}


def reply_to(ask, fault, seed):
    """The Reply to an Ask; cut off where the caller's `max_tokens` end."""
    if fault.refuse:
        return Reply("", "refused", 1)
    if fault.empty:
        return Reply("", "stop", 1)
    if fault.garbage:
        return Reply(_GARBAGE, "stop", tokens(_GARBAGE))
    text = slips.slipped(_answer(ask, seed), ask, seed)
    if fault.wrong_case:
        text = _about_another(text)
    if fault.fenced:
        text = f"Here is the answer.\n```json\n{text}\n```"
    if fault.truncate or tokens(text) > ask.max_tokens:
        kept = min(tokens(text) // 2, ask.max_tokens) if fault.truncate else ask.max_tokens
        return Reply(text[: kept * 4], "length", kept)
    return Reply(text, "stop", tokens(text))


def _answer(ask, seed):
    """The text of the answer: of a review, of a pair, of a stage, to a free prompt, of a form, or plain words."""
    if job_reviews.is_review(ask):
        return job_reviews.written(ask, seed)
    if pairs.is_pair(ask):
        return pairs.written(ask, seed)
    if free_answers.is_free(ask):
        return free_answers.said(ask, seed)
    asked = stage_prompts.stage_ask(ask)
    if asked is not None:
        if asked.stage == stage_prompts.SCORE_CRITIC:
            values = critics.critique(asked, ask.system, ask.user, seed)
        else:
            values = _STAGES[asked.stage](asked, seed)
        return stage_prompts.written(asked, values, asked.case_ref)
    answering = Answering(find_material(ask.system, ask.user), ask.model, seed)
    return json.dumps(answering.answer(ask.schema), ensure_ascii=False) if ask.schema else answering.plain()


def _about_another(text):
    """The same answer with the reference of another case."""
    changed = re.sub(r'"case_ref": "[^"]*"', f'"case_ref": "{_WRONG_CASE}"', text)
    return re.sub(r"\A(\W*CASE: ?)\S+", rf"\g<1>{_WRONG_CASE}", changed)
