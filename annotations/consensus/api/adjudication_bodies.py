"""Bodies of the adjudication API: what it reads and what it answers with."""

from rest_framework import serializers as s

from annotations.consensus.actions.adjudication import CAUSES, CONFIDENCES
from annotations.consensus.models import GroundTruth
from annotations.tasks.models import Annotator
from evalhub.api.fields import Answer, StrictBoolean, StrictObject, StrictSerializer, StrictText, optional
from evalhub.api.paging import ListOut


class AdjudicationIn(StrictSerializer):
    example = {
        "decisions": {"verdict": {"value": "correct", "cause": "annotator_error"}},
        "seen": "51fe589e4349-96a01e8acf5f",
    }

    decisions = StrictObject(help_text="by question key: {value, confidence, cause, note}")
    seen = StrictText(max_length=20_000, help_text="`seen` of the answers that were decided on")
    confirmation = StrictText(required=False, help_text="the item's number, to replace a decision that stands")
    override = StrictBoolean(required=False, help_text="an admin decides on an item that they answered themselves")


class DecisionIn(StrictSerializer):
    value = s.JSONField()
    confidence = StrictText(required=False, help_text=f"one of {', '.join(CONFIDENCES)}; high without it")
    cause = StrictText(
        required=False, allow_blank=True, help_text=f"why annotators differed: one of {', '.join(CAUSES)}"
    )
    note = StrictText(
        required=False, allow_blank=True, max_length=4000, help_text="required for a value that nobody gave"
    )


class DisagreementOut(Answer):
    question = s.CharField(help_text="its title")
    score = s.FloatField(help_text="mean distance of two answers over the largest there can be")


class DueOut(Answer):
    item_id = s.CharField(source="item.pk")
    position = s.IntegerField(source="item.position", help_text="in the task, from 0")
    external_id = optional(s.CharField, source="item.test_case.external_id")
    total_disagreement = s.FloatField(source="total", help_text="the sum of its disagreements")
    disagreements = DisagreementOut(many=True)
    undecided = s.ListField(child=s.CharField(), help_text="titles of those that nobody decided, nor votes")
    answers = s.IntegerField(help_text="by people")
    needed = s.IntegerField(help_text="answers that it is to have")
    adjudicated = s.BooleanField()
    reason = optional(s.CharField, help_text="why a decision was asked for; null when nobody asked")

    def read_disagreements(self, due):
        return [{"question": title, "score": score} for title, score in due.scores]


class DueListOut(ListOut):
    items = DueOut(many=True, source="rows")


class AnswerOut(Answer):
    column = s.CharField(
        source="column.letter",
        help_text="the annotator by a letter, in an order of your own: people from A, machines from P",
    )
    kind = s.ChoiceField(Annotator.kind.field.choices, source="column.kind")
    is_new = s.BooleanField(source="column.is_new", help_text="not among the answers that `seen` names")
    value = s.JSONField(allow_null=True)
    abstained = s.BooleanField()
    confidence = optional(s.FloatField, help_text="from 0 to 1, as the annotator gave it")
    justification = s.CharField()
    quotes = s.ListField(child=s.CharField())

    def read_quotes(self, cell):
        return [quote.quote for quote in cell.quotes]


class CurrentDecisionOut(Answer):
    value = s.JSONField()
    version = s.IntegerField()
    confidence = s.ChoiceField(choices=["", *CONFIDENCES])
    cause = s.ChoiceField(choices=["", *CAUSES], help_text="why annotators differed")
    note = s.CharField()

    def read_confidence(self, decided):
        return decided.details.get("confidence", "")

    def read_cause(self, decided):
        return decided.details.get("cause", "")

    def read_note(self, decided):
        return decided.details.get("note", "")


class QuestionAnswersOut(Answer):
    key = s.CharField(source="spec.key")
    title = s.CharField(source="spec.title")
    state = s.ChoiceField(["differs", "agreed", "text", "unanswered"], help_text="text: free text is not compared")
    answers = AnswerOut(many=True)
    agreed_value = s.JSONField(allow_null=True)
    decided = CurrentDecisionOut(allow_null=True, help_text="the decision in force")

    def read_answers(self, row):
        return [cell for cell in row.cells if cell.shown is not None or cell.abstained]


class SheetOut(Answer):
    item_id = s.CharField(source="item.pk")
    position = s.IntegerField(source="item.position", help_text="in the task, from 0")
    seen = s.CharField(help_text="send it back with your decision")
    answers = s.IntegerField(help_text="by people")
    needed = s.IntegerField(help_text="answers that it is to have")
    answered_by_you = s.BooleanField(source="answered_by_reader")
    reason = optional(s.CharField, help_text="why a decision was asked for; null when nobody asked")
    questions = QuestionAnswersOut(source="rows", many=True)


class TruthOut(Answer):
    """One value of the ground truth; its row holds the GroundTruth as `truth`."""

    question = s.CharField(help_text="its key")
    value = s.JSONField(source="truth.value")
    version = s.IntegerField(source="truth.version")
    source = s.ChoiceField(GroundTruth.SOURCES, source="truth.source")


class PublishedOut(Answer):
    item_id = s.CharField(source="item.pk")
    ground_truth = TruthOut(many=True)
