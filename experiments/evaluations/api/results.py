"""The outputs of an evaluation over the API, each with its scores, narrowed by filters."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from datasets.api.base import SEARCH, SEARCH_CODES
from datasets.api.cases import FILTER, metadata_filter
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer
from evalhub.api.paging import ListOut, Pages
from experiments.evaluations.actions import result_rows, results
from experiments.evaluations.api.evaluations import EvaluationView
from reviews.scorers.judges.score_modes import TITLES

FILTERS = (
    filters.text("metric", "metric", "the metric whose scores the range, failures and disagreement are of"),
    filters.decimal("min_score", "low", "with metric: scores from here on"),
    filters.decimal("max_score", "high", "with metric: scores up to here"),
    filters.flag("failed", "failed", "true: outputs that a scorer has no score of"),
    filters.flag("disagree", "disagree", "true: outputs on whose score the scorers of a metric disagree"),
)
PAGES = Pages(keys=("position",), default=50, maximum=500)


class ScoreOut(Answer):
    """Of a Score."""

    example = {"metric": "faithfulness", "scorer": "openai/gpt-4o-mini", "scorer_kind": "llm", "score": 4.0}

    metric = s.CharField(source="question.key")
    scorer = s.CharField(source="annotator.name")
    scorer_kind = s.ChoiceField(["human", "llm", "program", "jury"], source="annotator.kind")
    score = s.FloatField(source="number", allow_null=True, help_text="null: there is none, or it is no number")
    value = s.JSONField(allow_null=True, help_text="as the question takes it", source="judgement.value")
    score_mode = s.ChoiceField(
        list(TITLES), allow_null=True, help_text="how a score was made that may be weighted by probability"
    )
    reasoning = s.CharField(help_text="why; may be empty")
    failure = s.CharField(allow_null=True, help_text="why there is no score", source="failure.english")
    failure_code = s.CharField(allow_null=True, help_text="the same for programs", source="failure.code")

    def read_reasoning(self, score):
        return score.judgement.justification if score.judgement else ""


class ResultOut(Answer):
    """Of an item with what `result_rows.load_scores` sets."""

    item_id = s.CharField(source="pk")
    test_case_id = s.IntegerField()
    external_id = s.CharField(source="test_case.external_id", allow_null=True)
    row_index = s.IntegerField(source="test_case.row_index")
    input = s.JSONField(source="test_case.input")
    expected_output = s.CharField(source="test_case.expected_output", allow_null=True)
    metadata = s.DictField(source="test_case.metadata")
    output = s.CharField(source="output.text")
    system = s.CharField(source="output.name")
    repetition = s.IntegerField(source="output.repetition")
    latency_ms = s.FloatField(source="output.latency_ms", allow_null=True, help_text="of the output itself")
    cost_usd = s.FloatField(source="output.cost_usd", allow_null=True, help_text="of the output itself; null: unknown")
    scores = ScoreOut(many=True, help_text="of all scorers, and of people who have labelled the output")

    def read_scores(self, item):
        return [each for each in item.scores if each.judgement or each.failure] + item.other_scores


class ResultListOut(ListOut):
    results = ResultOut(source="rows", many=True)


class ResultList(EvaluationView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="evaluations_results_list",
        parameters=[*filters.parameters(FILTERS), FILTER, SEARCH, *PAGES.parameters],
        responses=ResultListOut,
        extensions=errors("bad_filter", "bad_json", "invalid_schema", *SEARCH_CODES),
    )
    def get(self, request, evaluation_id):
        """Outputs with the scores of each scorer, in the order in which they were drawn."""
        evaluation, query = self.evaluation(request, evaluation_id), request.query_params
        given = {each.lookup: each.value(query[each.name]) for each in FILTERS if each.is_in(query)}
        wanted = results.ResultFilters(
            **given, metadata=metadata_filter(query.get("filter")) or {}, search=query.get("search", "")
        )
        found = results.results(evaluation=evaluation, filters=wanted)
        page = PAGES.page(found.items, query, is_counted=not found.is_common)
        result_rows.load_scores(evaluation, page.rows, result_rows.scorers_of(evaluation))
        return Response(ResultListOut.of(page))
