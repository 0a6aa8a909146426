"""Answers about gradings, observations, routes and calibrations, and the body that asks for a grading."""

from rest_framework import serializers

from evalhub.api.fields import Answer, KeyField, StrictBoolean, StrictInteger, StrictSerializer, StrictText, TextOrNull
from evalhub.api.paging import ListOut
from reviews.engine.models.evaluation_run import STATUSES
from reviews.quality.actions.gradings import MOST_CANDIDATES, MOST_CASES
from reviews.quality.judge_tests import LICENCES
from reviews.quality.judges import pair_judges, reference_keys
from reviews.quality.models import JudgeTest
from reviews.quality.routing import HOWS
from reviews.quality.views.gradings import is_simulated
from reviews.quality.views.labels import measure_lines


class ModelList(serializers.ListField):
    """A JSON list of model names."""

    child = StrictText(max_length=200)


class GradingIn(StrictSerializer):
    example = {"name": "Is the small model enough?", "candidate_models": ["openai/gpt-4o-mini"], "judge": "exact_match"}

    name = StrictText(max_length=200)
    dataset_version_id = serializers.UUIDField()
    task_type = StrictText(max_length=100, help_text="under which the router finds what is measured")
    baseline_model = StrictText(max_length=200)
    candidate_models = ModelList(min_length=1, max_length=MOST_CANDIDATES)
    judge = KeyField(lambda: list(pair_judges))
    judge_model = StrictText(
        max_length=200, required=False, allow_blank=True, help_text="the model or embedder that the judge needs"
    )
    judge_prompt = StrictText(
        max_length=100,
        required=False,
        allow_blank=True,
        help_text="the published version that a judge model is asked by, such as llm_judge@3; the one in use without",
    )
    most_cases = StrictInteger(min_value=1, max_value=MOST_CASES, required=False, help_text="default 100")
    asks_twice = StrictBoolean(required=False, help_text="a language model judges each pair in both orders")


class GradingOut(Answer):
    """Of a grading with its systems, its run, and whether it is simulated."""

    grading_id = serializers.UUIDField(source="pk")
    name = serializers.CharField()
    run_id = serializers.UUIDField()
    status = serializers.ChoiceField(STATUSES, source="run.status", help_text="of its run")
    dataset_version_id = serializers.UUIDField()
    task_type = serializers.CharField()
    baseline_model = serializers.CharField()
    candidate_models = serializers.ListField(child=serializers.CharField())
    judge = serializers.CharField()
    judge_model = TextOrNull()
    judge_prompt = TextOrNull(help_text="the version that a judge model is asked by")
    most_cases = serializers.IntegerField()
    asks_twice = serializers.BooleanField()
    simulated = serializers.BooleanField(help_text="some answers come from the simulated provider")
    graded_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()

    def read_simulated(self, grading):
        return is_simulated(grading)


class GradingListOut(ListOut):
    gradings = GradingOut(many=True, source="rows")


class GradedModelOut(Answer):
    """Of a ModelResult."""

    model = serializers.CharField()
    is_baseline = serializers.BooleanField()
    mean_quality = serializers.FloatField(source="quality.value", allow_null=True)
    low = serializers.FloatField(
        source="quality.low", allow_null=True, help_text="of the 95 % interval; null: undefined, not 0"
    )
    high = serializers.FloatField(source="quality.high", allow_null=True)
    n = serializers.IntegerField()
    answers = serializers.IntegerField()
    mean_cost_usd = serializers.FloatField(source="cost_usd", allow_null=True, help_text="over those with a known cost")
    mean_latency_ms = serializers.FloatField(source="latency_ms", allow_null=True)
    mean_tokens_in = serializers.FloatField(source="tokens_in", allow_null=True)
    mean_tokens_out = serializers.FloatField(source="tokens_out", allow_null=True)

    def read_n(self, result):
        return result.quality.n if result.quality else 0


class GradingDetailOut(GradingOut):
    """Its context has the `results`."""

    grader_id = serializers.CharField(allow_null=True, help_text="whose scores these are")
    graders = serializers.ListField(child=serializers.CharField())
    models = GradedModelOut(many=True)

    def read_grader_id(self, grading):
        return self.context["results"].grader or None

    def read_graders(self, grading):
        return [grader_id for grader_id, _title, _n in self.context["results"].graders]

    def read_models(self, grading):
        return self.context["results"].models


class ObservationOut(Answer):
    """Of a QualityObservation with its systems."""

    observation_id = serializers.IntegerField(source="pk")
    task_type = serializers.CharField()
    adapter_id = serializers.CharField()
    model_id = serializers.CharField()
    cost_usd = serializers.FloatField(allow_null=True)
    latency_ms = serializers.FloatField()
    tokens_in = serializers.IntegerField(allow_null=True)
    tokens_out = serializers.IntegerField(allow_null=True)
    quality_score = serializers.FloatField()
    baseline_adapter_id = TextOrNull()
    grader_id = serializers.CharField()
    notes = serializers.CharField()
    simulated = serializers.BooleanField()
    recorded_at = serializers.DateTimeField()


class ObservationListOut(ListOut):
    observations = ObservationOut(many=True, source="rows")
    mean_quality = serializers.FloatField(allow_null=True, help_text="null: none, or real and simulated ones mixed")

    def read_mean_quality(self, page):
        return self.context["mean_quality"]


class ConsideredOut(Answer):
    """Of a Considered."""

    low_quality = serializers.FloatField(
        allow_null=True, help_text="lower bound of the 95 % interval of the mean: what is held against the floor"
    )
    adapter_id = serializers.CharField()
    n = serializers.IntegerField()
    mean_quality = serializers.FloatField(allow_null=True)
    mean_cost_usd = serializers.FloatField(allow_null=True)
    qualifies = serializers.BooleanField()
    why = serializers.CharField()


class RouteOut(Answer):
    """Of a Choice; its context has the `task_type`."""

    task_type = serializers.CharField()
    adapter_id = serializers.CharField()
    how = serializers.ChoiceField(HOWS)
    why = serializers.CharField()
    grader_id = TextOrNull(help_text="whose scores were compared; null: nobody's counted")
    considered = ConsideredOut(many=True)

    def read_task_type(self, choice):
        return self.context["task_type"]


class MeasureOut(Answer):
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField()
    reason = TextOrNull(help_text="why the value or its interval is undefined")


class CalibrationIn(StrictSerializer):
    example = {"reference": "exact_match"}

    grading_id = StrictText(max_length=40, help_text="of a grading that a language model has judged")
    reference = KeyField(reference_keys)
    embedder = StrictText(
        max_length=200,
        required=False,
        help_text="that the reference needs: lexical, minilm, or an embedding model of a provider",
    )


class CalibrationOut(Answer):
    calibration_id = serializers.UUIDField(source="pk")
    state = serializers.ChoiceField(
        choices=JudgeTest.STATES, help_text="waiting, running, done or failed; only a done one says anything"
    )
    error = TextOrNull(source="last_error.english", help_text="why it has failed, or what it waits for after a failure")
    grader_id = serializers.CharField(source="judge")
    reference = serializers.CharField()
    passed = serializers.BooleanField(allow_null=True, help_text="null: not measured")
    licence = serializers.ChoiceField(
        choices=LICENCES,
        allow_null=True,
        help_text="what the judge may do by this calibration: label alone, propose values that people confirm, "
        "neither; null: not measured",
    )
    reason = TextOrNull(source="reasons.english", help_text="why it has not passed")
    cautions = serializers.ListField(child=serializers.CharField())
    measures = serializers.DictField(child=MeasureOut())
    simulated = serializers.BooleanField()
    grading_id = serializers.UUIDField(allow_null=True)
    created_at = serializers.DateTimeField()

    def read_passed(self, row):
        return row.has_passed if row.state == "done" else None

    def read_measures(self, row):
        return {line.key: line for line in measure_lines(row)}


class CalibrationListOut(ListOut):
    calibrations = CalibrationOut(many=True, source="rows")
