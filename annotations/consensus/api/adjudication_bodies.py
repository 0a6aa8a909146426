"""Bodies of the adjudication API: what it reads, what it answers with, and how rows become JSON."""

from rest_framework import serializers as s

from annotations.consensus.actions.adjudication import CAUSES, CONFIDENCES
from evalhub.api.fields import StrictBoolean, StrictObject, StrictSerializer, StrictText, optional


class AdjudicationIn(StrictSerializer):
    decisions = StrictObject(help_text="by question key: {value, confidence, cause, note}")
    seen = StrictText(max_length=20_000, help_text="`seen` of the answers that were decided on")
    confirmation = StrictText(required=False, help_text="the item's number, to replace a decision that stands")
    override = StrictBoolean(required=False, help_text="an admin decides on an item that they answered themselves")


class DecisionIn(StrictSerializer):
    value = s.JSONField()
    confidence = StrictText(required=False, help_text=", ".join(CONFIDENCES))
    cause = StrictText(required=False, allow_blank=True, help_text=", ".join(CAUSES))
    note = StrictText(required=False, allow_blank=True, max_length=4000)


class DisagreementOut(s.Serializer):
    question = s.CharField(help_text="its title")
    score = s.FloatField(help_text="mean distance of two answers over the largest there can be")


class DueOut(s.Serializer):
    item_id = s.CharField()
    position = s.IntegerField()
    external_id = optional(s.CharField)
    total_disagreement = s.FloatField()
    disagreements = DisagreementOut(many=True)
    answers = s.IntegerField(help_text="by people")
    needed = s.IntegerField()
    adjudicated = s.BooleanField()
    reason = optional(s.CharField, help_text="why a decision was asked for; null when nobody asked")


class DueListOut(s.Serializer):
    items = DueOut(many=True)
    total = s.IntegerField()
    next = optional(s.CharField, help_text="send it as `after` for the next page")


class AnswerOut(s.Serializer):
    column = s.CharField(help_text="the annotator without a name, by a letter of your own")
    kind = s.CharField(help_text="human, llm or program")
    is_new = s.BooleanField()
    value = s.JSONField(allow_null=True)
    abstained = s.BooleanField()
    confidence = optional(s.FloatField)
    justification = s.CharField()
    quotes = s.ListField(child=s.CharField())


class QuestionAnswersOut(s.Serializer):
    key = s.CharField()
    title = s.CharField()
    state = s.CharField(help_text="differs, agreed, text or unanswered")
    answers = AnswerOut(many=True)
    agreed_value = s.JSONField(allow_null=True)
    decided = s.JSONField(allow_null=True, help_text="the standing decision: value, version, confidence, cause, note")


class SheetOut(s.Serializer):
    item_id = s.CharField()
    position = s.IntegerField()
    seen = s.CharField(help_text="send it back with your decision")
    answers = s.IntegerField()
    needed = s.IntegerField()
    answered_by_you = s.BooleanField()
    reason = optional(s.CharField)
    questions = QuestionAnswersOut(many=True)


class TruthOut(s.Serializer):
    question = s.CharField()
    value = s.JSONField()
    version = s.IntegerField()
    source = s.CharField()


class PublishedOut(s.Serializer):
    item_id = s.CharField()
    ground_truth = TruthOut(many=True)


def due_shape(row):
    return {
        "item_id": str(row.item.pk),
        "position": row.item.position,
        "external_id": row.item.test_case.external_id,
        "total_disagreement": float(row.total),
        "answers": row.answers,
        "needed": row.needed,
        "disagreements": [{"question": title, "score": score} for title, score in row.scores],
        "adjudicated": row.adjudicated,
        "reason": row.reason,
    }


def sheet_shape(sheet):
    return {
        "item_id": str(sheet.item.pk),
        "position": sheet.item.position,
        "seen": sheet.seen,
        "answers": sheet.answers,
        "needed": sheet.needed,
        "answered_by_you": sheet.answered_by_reader,
        "reason": sheet.reason,
        "questions": [_question(row) for row in sheet.rows],
    }


def _question(row):
    decided = row.decided and {
        "value": row.decided.value,
        "version": row.decided.version,
        **{name: row.decided.details.get(name, "") for name in ("confidence", "cause", "note")},
    }
    return {
        "key": row.spec.key,
        "title": row.spec.title,
        "state": row.state,
        "agreed_value": row.agreed_value,
        "decided": decided,
        "answers": [_answer(cell) for cell in row.cells if cell.shown is not None or cell.abstained],
    }


def _answer(cell):
    return {
        "column": cell.column.letter,
        "kind": cell.column.kind,
        "is_new": cell.column.is_new,
        "value": cell.value,
        "abstained": cell.abstained,
        "confidence": cell.confidence,
        "justification": cell.justification,
        "quotes": [quote.quote for quote in cell.quotes],
    }
