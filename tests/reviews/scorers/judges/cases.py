"""Questions, items and answers for the tests of judges."""

import json

from reviews.engine.client.exchange import Outcome
from reviews.scorers.judges.material import ItemView, QuestionView, TaskView
from reviews.scorers.prompts.prompt import case_marks

VERDICT = {"type": "string", "enum": ["correct", "partly", "incorrect"], "description": "correct: All is right"}
RATING = {"type": "integer", "enum": [1, 2, 3, 4, 5]}
ISSUES = {"type": "array", "items": {"type": "string", "enum": ["vague", "long"]}, "minItems": 0, "maxItems": 2}


def make_question(key="verdict", json_schema=VERDICT, **overrides):
    values = {"title": f"What about {key}?", "label_type": "single_choice", "json_schema": json_schema}
    return QuestionView(key=key, **{**values, **overrides})


def make_task(*questions, instructions="Be fair."):
    return TaskView(questions or (make_question(),), instructions)


def make_item(**overrides):
    values = {
        "id": "41",
        "input": {"question": "When are refunds paid?"},
        "context": "Refunds are paid within 14 days.",
        "outputs": {"secret-model-name": "Within 14 days."},
        "expected_output": "In 14 days, says the policy.",
    }
    return ItemView(**{**values, **overrides})


def answer_to(item, **properties):
    """An Outcome with a full answer to the question `verdict`, changed by `properties`; `...` leaves one out."""
    answer = {
        "case_ref": case_marks(item).case_ref,
        "q1_verdict_justification": " It says so. ",
        "q1_verdict_quotes": ["within 14 days", "  "],
        "q1_verdict_value": "correct",
        "q1_verdict_confidence": 0.8,
        "q1_verdict_abstained": False,
        **properties,
    }
    answer = {name: value for name, value in answer.items() if value is not ...}
    return Outcome("ok", text=json.dumps(answer), parsed=answer, parsed_from="json")
