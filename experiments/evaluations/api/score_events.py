"""Scores of an evaluation over the API as events of OpenTelemetry."""

from dataclasses import replace

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, TextOrNull
from evalhub.api.paging import ListOut, Pages
from experiments.evaluations.actions.score_events import EVENT, annotations_of, events_of
from experiments.evaluations.api.evaluations import EvaluationView

FILTERS = (filters.since("submitted_at", "scores given then or later", name="scored_after"),)
PAGES = Pages(keys=("pk",), default=100, maximum=1_000)


class ScoreEventOut(Answer):
    """Of a ScoreEvent."""

    example = {
        "trace_id": "5b8efff798038103d269b633813fc60c",
        "span_id": "eee19b7ec3c1b174",
        "attributes": {
            "gen_ai.evaluation.name": "faithfulness",
            "gen_ai.evaluation.score.value": 4.0,
            "gen_ai.evaluation.score.label": "pass",
            "gen_ai.evaluation.explanation": "Every statement is in the context.",
            "gen_ai.response.id": "chatcmpl-7301",
            "evalhub.evaluation.scorer": "openai/gpt-4o-mini",
            "evalhub.evaluation.scorer_kind": "llm",
            "evalhub.output_id": "7301",
        },
    }

    event_id = s.CharField(source="id", help_text="of this score; the same however often it is read")
    event_name = s.ChoiceField([EVENT], source="*")
    time = s.DateTimeField(help_text="when the score was given")
    trace_id = TextOrNull(help_text="null: the output came without a trace")
    span_id = TextOrNull()
    attributes = s.DictField(help_text="as the conventions name them; without a score `error.type` says why")

    def read_event_name(self, event):
        return EVENT


class ScoreEventListOut(ListOut):
    events = ScoreEventOut(source="rows", many=True)


class ScoreEventList(EvaluationView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="evaluations_events_list",
        parameters=[*filters.parameters(FILTERS), *PAGES.parameters],
        responses=ScoreEventListOut,
        extensions=errors("bad_filter"),
    )
    def get(self, request, evaluation_id):
        """Scores of an evaluation as events gen_ai.evaluation.result of OpenTelemetry, in the order of the answers.

        A page counts answers of scorers, each of which has an event for every question. With `scored_after`, the `time`
        of the newest event that was read, what came since is read; event ids tell those that were read already.
        """
        found = filters.narrowed(annotations_of(self.evaluation(request, evaluation_id)), FILTERS, request.query_params)
        page = PAGES.page(found, request.query_params, is_counted=False)
        return Response(ScoreEventListOut.of(replace(page, rows=list(events_of(page.rows)))))
