"""The library of metrics over the API: list, create, read, make the next version."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from annotations.labels.types import registry as label_types
from annotations.tasks.actions import metrics
from annotations.tasks.actions.metrics import MetricContent
from annotations.tasks.models import Metric
from annotations.tasks.models.metric import DIRECTIONS
from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, KeyField, StrictNumber, StrictObject, StrictSerializer, StrictText, optional
from evalhub.api.paging import ListOut, Pages

PAGES = Pages(keys=("key", "-version"))
FILTERS = [
    filters.text("key", "key", "all versions under this key, newest first"),
    filters.choice("label_type", "label_type", label_types, "metrics of these label types", code="unknown_label_type"),
    filters.choice("direction", "direction", DIRECTIONS, "metrics of which these values are better"),
    filters.text("q", lambda found, text: found.matching(text), "text in key, title or description"),
    filters.since("created_at", "versions made then or later"),
]
FAITHFUL = {
    "key": "faithfulness",
    "title": "How faithful is the answer to the source?",
    "label_type": "number",
    "config": {"min": 1, "max": 5, "integer": True},
    "criteria": {
        "description": "Only what the source says counts.",
        "anchors": [{"value": 1, "text": "mostly invented"}, {"value": 5, "text": "all from the source"}],
        "steps": ["List the claims of the answer.", "Look each of them up in the source."],
    },
    "direction": "higher",
    "pass_at": 4,
}


class AnchorOut(Answer):
    value = s.JSONField(help_text="a value of the label type")
    text = s.CharField(help_text="what it stands for")


class CriteriaOut(Answer):
    description = s.CharField()
    anchors = AnchorOut(many=True)
    steps = s.ListField(child=s.CharField(), help_text="how to judge, in order")

    def read_description(self, criteria):
        return criteria.get("description", "")

    def read_anchors(self, criteria):
        return criteria.get("anchors", [])

    def read_steps(self, criteria):
        return criteria.get("steps", [])


class MetricOut(Answer):
    metric_id = s.UUIDField(source="pk", help_text="of this version")
    key = s.CharField()
    version = s.IntegerField(min_value=1)
    title = s.CharField(help_text="the question")
    label_type = s.CharField()
    config = s.DictField(help_text="settings of the label type")
    criteria = CriteriaOut(help_text="the help of a question that copies the metric, for people and judges")
    direction = s.ChoiceField(DIRECTIONS, help_text="which values are better")
    pass_at = optional(s.FloatField, help_text="the value from which an answer passes")
    method = s.CharField(help_text="key of the scorer that computes it; empty: people and judges answer it")
    created_at = s.DateTimeField()
    created_by = optional(s.CharField, help_text="name of the person; null: nobody, or a person who is gone")

    def read_created_by(self, metric):
        return metric.created_by and metric.created_by.display_name


class MetricListOut(ListOut):
    metrics = MetricOut(many=True, source="rows")


class _Content(StrictSerializer):
    title = StrictText(max_length=500, required=False, help_text="the question; the key without one")
    config = StrictObject(required=False, help_text="settings of the label type, as a form's field has them")
    criteria = StrictObject(
        required=False,
        help_text="description; anchors: [{value, text}]; steps: [text]. Together up to 2,000 characters",
    )
    direction = s.ChoiceField(DIRECTIONS, required=False, help_text="by itself higher where values have an order")
    pass_at = StrictNumber(required=False, allow_null=True)
    method = StrictText(max_length=100, required=False, allow_blank=True, help_text="key of a scorer")


class MetricIn(_Content):
    key = StrictText(max_length=64, help_text="a letter, then letters, digits, underscores or hyphens")
    label_type = KeyField(lambda: label_types.keys())


class MetricVersionIn(_Content):
    label_type = KeyField(lambda: label_types.keys(), required=False)


class _MetricView(ApiView):
    def metric(self, request, metric_id):
        """The version of the caller's organization."""
        found = Metric.objects.for_organization(request.organization).select_related("organization", "created_by")
        return self.get_or_404(found, "metric", pk=metric_id)

    def answer_with(self, request, found):
        return Response(MetricListOut.of(PAGES.page(found.select_related("created_by"), request.query_params)))


class MetricList(_MetricView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        summary="List metrics",
        parameters=[*PAGES.parameters, *filters.parameters(FILTERS)],
        responses={200: MetricListOut},
        extensions=errors("unknown_label_type"),
    )
    def get(self, request):
        """Metrics of the library by key, each in its newest version; with `key` all versions of that one."""
        query = request.query_params
        found = Metric.objects.for_organization(request.organization)
        found = filters.narrowed(found if "key" in query else found.newest(), FILTERS, query)
        return self.answer_with(request, found)

    @extend_schema(
        summary="Create a metric",
        request=MetricIn,
        examples=[OpenApiExample("A scale with criteria", value=FAITHFUL, request_only=True)],
        responses={201: MetricOut},
        extensions=errors("invalid_schema", "metric_exists"),
    )
    def post(self, request):
        """The first version of a metric under a new key."""
        body = MetricIn.read(request.data)
        key = body.pop("key")
        metric = metrics.create(
            organization=request.organization, key=key, content=MetricContent(**body), by=request.user
        )
        return Response(MetricOut.of(metric), status=201)


class MetricDetail(_MetricView):
    access = {"GET": "read"}

    @extend_schema(summary="Get a metric", responses={200: MetricOut})
    def get(self, request, metric_id):
        """One version of a metric; it never changes once a question copies it."""
        return Response(MetricOut.of(self.metric(request, metric_id)))


class MetricVersionList(_MetricView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        summary="List versions of a metric",
        parameters=PAGES.parameters,
        responses={200: MetricListOut},
    )
    def get(self, request, metric_id):
        """All versions under the key of this one, newest first."""
        metric = self.metric(request, metric_id)
        return self.answer_with(request, Metric.objects.for_organization(request.organization).filter(key=metric.key))

    @extend_schema(
        summary="Create a version of a metric",
        request=MetricVersionIn,
        examples=[OpenApiExample("Another threshold", value={"pass_at": 3}, request_only=True)],
        responses={201: MetricOut},
        extensions=errors("invalid_schema", "same_metric"),
    )
    def post(self, request, metric_id):
        """The next version: this one with the fields of the body in place of its own."""
        metric = self.metric(request, metric_id)
        changes = MetricVersionIn.read(request.data)
        return Response(MetricOut.of(metrics.revise(metric=metric, changes=changes, by=request.user)), status=201)
