"""The critic of scores: how likely an expert would agree with an answer to a form, and what speaks against it.

It has answered the form by itself before, and is shown its own answers and then the judgement.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from annotations.labels.types import registry as label_types
from evalhub.lib.translation import gettext_noop
from reviews.scorers.judges.answer_schema import value_rule
from reviews.scorers.judges.material import AnswerView, ItemView
from reviews.scorers.judges.reading import AnswerReading
from reviews.scorers.parsers.parsed_scorer import ParsedScorer
from reviews.scorers.parsers.score_critic_2 import TolerantExpertAgreement
from reviews.scorers.prompts.prompt import field_name
from reviews.scorers.registry import ANSWER, MODEL, registry


@dataclass(frozen=True)
class AnsweredItem:
    """An item, somebody's answers by question key, and the critic's own; None where it was not asked for any."""

    identity: tuple
    item: ItemView
    answers: Mapping[str, AnswerView]
    own: Mapping[str, AnswerReading] | None = None


@registry.register("score_critic")
class ScoreCritic(ParsedScorer):
    """`item` is an AnsweredItem, `question` the TaskView of the form; what is read has `prob` and `own_answers`."""

    title = gettext_noop("Criticizes the answers")
    needs = frozenset({ANSWER, MODEL})
    default_prompt = "score_critic.v2"
    parser = TolerantExpertAgreement()

    def values(self, item, question):
        shown = {
            "instructions": question.instructions.strip() or "None.",
            "questions": [_asked(each) | {"answer": _given(each, item.answers)} for each in question.questions],
            "fields": [{"name": field_name(path), "text": text} for path, text in item.item.texts().items()],
        }
        if item.own is None:
            return shown
        return shown | {"own": [_in_words(each, item.own) for each in question.questions]}

    def judgement(self, values, item, question):
        return values | {"own_answers": {key: answer.value for key, answer in (item.own or {}).items()}}


def _asked(question):
    """What was asked, and what could be answered."""
    schema = question.json_schema
    return {
        "title": question.title,
        "help": question.help,
        "value_rule": value_rule(schema),
        "meanings": schema.get("description") or schema.get("items", {}).get("description", ""),
    }


def _given(question, answers):
    """The answer to criticize; its quotes are told apart by whether they stand in the material."""
    answer = answers.get(question.key)
    return _in_words(question, answers) | {
        "confidence": None if answer is None else answer.confidence,
        "quotes": [{"text": text, "found": found} for text, found in ([] if answer is None else answer.quotes)],
    }


def _in_words(question, answers):
    """An answer in words; `state` is answered, abstained, or missing where there is none."""
    answer = answers.get(question.key)
    if answer is None:
        return {"state": "missing", "value": "", "justification": ""}
    value = "" if answer.abstained else label_types[question.label_type].display(question.config, answer.value)
    state = "abstained" if answer.abstained else "answered"
    return {"state": state, "value": value, "justification": answer.justification}
