"""Audits of machine annotations over the API."""

from functools import reduce
from operator import or_

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.models import Annotation, Annotator
from annotations.queue.models.annotation import EXPOSURES
from annotations.tasks.actions import annotators
from annotations.tasks.api.base import TaskView
from annotations.tasks.models.annotation_task import AUDIT_MODES
from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictBoolean, StrictObject, StrictSerializer, StrictText, TextOrNull
from evalhub.api.paging import ListOut, Pages
from evalhub.lib.errors import InvalidInput
from reviews.audits.actions import decisions as audits
from reviews.audits.actions import reasons
from reviews.audits.actions.decisions import LONGEST_NOTE, REASON_CODES
from reviews.audits.models import Audit
from reviews.audits.models.audit import VERDICTS


class DecisionIn(StrictSerializer):
    verdict = serializers.ChoiceField(choices=VERDICTS)
    value = serializers.JSONField(required=False, help_text="your own answer, for an override")
    reason_code = serializers.ChoiceField(choices=list(REASON_CODES), required=False, help_text="for an override")
    note = StrictText(max_length=LONGEST_NOTE, required=False, allow_blank=True)
    without_quote = StrictBoolean(required=False, help_text="you checked the value although a quote was not found")


class AuditIn(StrictSerializer):
    example = {"decisions": {"verdict": {"verdict": "accept"}}}

    decisions = StrictObject(help_text="by question key: verdict, value, reason_code, note, without_quote")


class OwnAnswersIn(StrictSerializer):
    example = {"labels": {"verdict": "correct"}}

    labels = StrictObject(help_text="your own answers by question key")


class AuditOut(Answer):
    """One audit; needs `judgement.question`, `judgement.annotation` and `own_judgement` loaded."""

    audit_id = serializers.CharField(source="pk")
    annotation_id = serializers.CharField(source="judgement.annotation_id")
    item_id = serializers.CharField(source="judgement.annotation.item_id")
    question = serializers.CharField(source="judgement.question.key")
    auditor_id = serializers.UUIDField()
    verdict = serializers.ChoiceField(VERDICTS)
    reason_code = TextOrNull()
    note = TextOrNull()
    blind = serializers.BooleanField(help_text="the auditor had answered before seeing the machine's answer")
    mode = serializers.ChoiceField(choices=AUDIT_MODES, help_text="what was in view")
    why = serializers.ListField(child=serializers.CharField(), help_text="what put the answer into the queue")
    inclusion_probability = serializers.FloatField(allow_null=True, help_text="of a random draw; null for other picks")
    machine_value = serializers.JSONField(source="judgement.value", allow_null=True)
    own_value = serializers.JSONField(
        source="own_judgement.value", allow_null=True, help_text="the auditor's own answer when they decided"
    )
    invalid_reason = TextOrNull(help_text="why no figure counts it: accepted_in_bulk")
    decided_at = serializers.DateTimeField()


class OwnAnswersOut(Answer):
    annotation_id = serializers.CharField(source="pk", help_text="of your own annotation")
    exposure = serializers.ChoiceField(choices=EXPOSURES, help_text="what you saw of the item before")


class AuditListOut(ListOut):
    audits = AuditOut(many=True, source="rows")


class DecidedOut(Answer):
    audits = AuditOut(many=True)


PAGES = Pages(keys=("pk",), default=100, maximum=1000)
FILTERS = [
    filters.choice("verdict", "verdict", VERDICTS, "audits with one of these verdicts"),
    filters.text("question", "judgement__question__key", "audits of answers to this question"),
    filters.choice("mode", "mode", AUDIT_MODES, "audits in one of these modes"),
    filters.since("decided_at", "audits made then or later"),
    filters.choice(
        "why",
        lambda rows, why: rows.filter(reduce(or_, (Q(why__contains=[each]) for each in why))),
        reasons.WHY,
        "audits of answers listed for these reasons",
    ),
    filters.text("model", "judgement__annotation__annotator__model", "audits of this model's answers"),
    filters.since(
        "judgement__annotation__submitted_at", "audits of answers given then or later", name="answered_since"
    ),
]
RELATED = ("judgement__question", "judgement__annotation", "own_judgement")


class TaskAudits(TaskView):
    access = {"GET": "read"}

    @extend_schema(parameters=[*PAGES.parameters, *filters.parameters(FILTERS)], responses=AuditListOut)
    def get(self, request, task_id):
        """What auditors decided on the machine annotations of a task, oldest first."""
        found = Audit.objects.filter(judgement__annotation__task=self.task(request, task_id)).select_related(*RELATED)
        found = filters.narrowed(found, FILTERS, request.query_params)
        return Response(AuditListOut.of(PAGES.page(found, request.query_params)))


class MachineAnnotationView(ApiView):
    def object_of(self, kind):
        return self.annotation(self.request, self.kwargs["annotation_id"]).task_id if kind == "task" else None

    def annotation(self, request, annotation_id):
        """A machine's annotation of the organization, NotFound for any other."""
        machines = Annotator.objects.for_organization(request.organization).machines()
        found = Annotation.objects.filter(task__organization=request.organization, annotator__in=machines)
        return self.get_or_404(found.select_related("task", "item"), "machine annotation", pk=annotation_id)


class AnnotationOwnAnswers(MachineAnnotationView):
    access = {"POST": "audit"}

    @extend_schema(
        request=OwnAnswersIn,
        responses={201: OwnAnswersOut},
        extensions=errors("invalid_labels", "in_other_hands", "replaced", "already_audited"),
    )
    def post(self, request, annotation_id):
        """Answer the item yourself before you decide on a machine annotation that is audited blind."""
        annotation = self.annotation(request, annotation_id)
        labels = OwnAnswersIn.read(request.data)["labels"]
        stored = audits.answer_first(
            annotation=annotation,
            answers=labels,
            auditor=annotators.of_member(request.membership),
            task=annotation.task,
        ).annotation
        return Response(OwnAnswersOut.of(stored), status=201)


class AnnotationAudits(MachineAnnotationView):
    access = {"POST": "audit"}

    @extend_schema(
        request=AuditIn,
        responses={201: DecidedOut},
        extensions=errors(
            "no_decision",
            "invalid_audit",
            "invalid_labels",
            "already_audited",
            "answer_first",
            "in_other_hands",
            "replaced",
        ),
    )
    def post(self, request, annotation_id):
        """Decide on a machine annotation, question by question; an override becomes your own annotation."""
        annotation = self.annotation(request, annotation_id)
        body = AuditIn.read(request.data)["decisions"]
        for key, decision in body.items():
            if not isinstance(decision, dict):
                raise InvalidInput(f"decisions.{key[:64]} is not an object. Valid: one with a verdict.")
        decisions = {key: audits.Decision(**DecisionIn.read(decision)) for key, decision in body.items()}
        auditor = annotators.of_member(request.membership)
        made = audits.decide(annotation=annotation, decisions=decisions, auditor=auditor, task=annotation.task)
        rows = Audit.objects.filter(pk__in=[row.pk for row in made]).select_related(*RELATED).order_by("pk")
        return Response(DecidedOut.of({"audits": rows}), status=201)
