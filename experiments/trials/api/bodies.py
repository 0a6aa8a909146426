"""What the API takes about experiments."""

from rest_framework import serializers as s

from evalhub.api.fields import (
    KeyField,
    StrictBoolean,
    StrictInteger,
    StrictNumber,
    StrictRow,
    StrictSerializer,
    StrictText,
)
from evalhub.lib.errors import InvalidInput
from evalhub.lib.statistics.seeds import MOST_SEED
from experiments.evaluations.actions.people import MOST_PEOPLE
from experiments.trials.actions.experiments import NO_WINNER, Config, PlannedMetric
from experiments.trials.actions.label_requests import MOST_CASES
from experiments.trials.models.experiment import METHODS, SEQUENTIAL, TYPES
from experiments.trials.models.experiment_metric import DIRECTIONS, GUARDRAIL, MACHINES, PRIMARY, SCORES, SECONDARY
from experiments.trials.policies import policies

SHORT_NAMES = {"cost": "cost_usd", "latency": "latency_ms"}
METRIC_HELP = (
    'a key, or {"metric", "direction", "margin", "scores"}: direction higher or lower, margin how much worse a '
    "treatment may be, scores whose count (machines, people, corrected)"
)
VARIANT_HELP = (
    '[{"name", "is_control", "traffic_allocation", "config"}]; on cases a config has a model {"name", "version", '
    '"provider"} with prompt_version, system_prompt and parameters, or an output_name, or an evaluation_id'
)


class MetricField(s.JSONField):
    """A metric by its key, or as an object."""


class PlanMetricIn(StrictSerializer):
    metric = StrictText(max_length=200)
    direction = KeyField(lambda: DIRECTIONS, required=False)
    margin = StrictNumber(min_value=0, default=0)
    scores = KeyField(lambda: SCORES, default=MACHINES)

    @classmethod
    def planned(cls, given, role):
        if isinstance(given, str):
            given = {"metric": given}
        if not isinstance(given, dict):
            raise InvalidInput(f"A metric is {given!r:.80}. Valid: {METRIC_HELP}.", code="invalid_schema")
        body = cls.read(given)
        key = SHORT_NAMES.get(body["metric"], body["metric"])
        return PlannedMetric(key, role, body.get("direction", ""), float(body["margin"]), body["scores"])


class AllocationPolicyIn(StrictRow):
    policy = KeyField(lambda: policies.keys(), required=False, help_text="how shares follow the outcomes")
    floor = StrictNumber(
        min_value=0.001, max_value=0.5, required=False, help_text="the least share of a variant; at most 1 / variants"
    )
    growth = StrictNumber(
        min_value=0.01, max_value=1, required=False, help_text="how many more outcomes until shares change, as a share"
    )
    seed = StrictInteger(min_value=0, max_value=MOST_SEED, required=False, help_text="of the draws")


class ConfigIn(StrictSerializer):
    method = KeyField(lambda: METHODS, default=SEQUENTIAL)
    significance_level = StrictNumber(min_value=0.0001, max_value=0.5, default=0.05)
    minimum_sample_size = StrictInteger(min_value=2, max_value=1_000_000_000, default=30)
    planned_n = StrictInteger(min_value=1, max_value=1_000_000_000, required=False, allow_null=True)
    minimum_days = StrictInteger(min_value=0, max_value=3_650, default=0)
    maximum_duration_days = StrictInteger(min_value=1, max_value=3_650, required=False, allow_null=True)
    prior_deviation = StrictNumber(
        min_value=1e-9, required=False, allow_null=True, help_text="of the difference; null: a flat prior"
    )
    least_effect = StrictNumber(min_value=0, default=0, help_text="a smaller gain is not worth it")
    is_aa = StrictBoolean(default=False, help_text="all variants are the same: no difference is expected")
    allocation_policy = AllocationPolicyIn(
        required=False, help_text="of a bandit alone, which `method` does not decide"
    )


class ScoringIn(StrictSerializer):
    metrics = s.ListField(child=s.JSONField(), required=False, help_text="as of an evaluation; those of the plan too")
    judges = s.ListField(child=s.JSONField(), required=False, help_text="models, as of an evaluation")
    sampling = s.JSONField(required=False, help_text="{rate, strategy, seed, stratify_by}")
    repetitions = StrictInteger(min_value=1, max_value=100, required=False)
    reducer = StrictText(max_length=8, required=False, help_text="of repetitions, as of an evaluation")


class ExperimentIn(StrictSerializer):
    example = {
        "name": "Help desk v5 against v4",
        "type": "PROMPT_COMPARISON",
        "primary_metric": "correctness",
        "guardrail_metrics": ["faithfulness", {"metric": "latency_ms", "margin": 400}],
        "config": {"method": "sequential", "significance_level": 0.05},
        "variants": [
            {"name": "v4", "is_control": True, "traffic_allocation": 0.5, "config": {"output_name": "help-desk-v4"}},
            {"name": "v5", "is_control": False, "traffic_allocation": 0.5, "config": {"output_name": "help-desk-v5"}},
        ],
    }

    name = StrictText(max_length=255)
    hypothesis = StrictText(max_length=5_000, default="", allow_blank=True)
    type = KeyField(lambda: TYPES)
    primary_metric = MetricField(help_text=METRIC_HELP)
    guardrail_metrics = s.ListField(child=MetricField(), default=list, max_length=20, help_text=METRIC_HELP)
    secondary_metrics = s.ListField(child=MetricField(), default=list, max_length=20, help_text=METRIC_HELP)
    config = ConfigIn(required=False)
    dataset_version_id = s.UUIDField(
        required=False, allow_null=True, help_text="whose cases every variant answers; without one units are traffic"
    )
    scoring = ScoringIn(required=False)
    cost_cap_usd = s.DecimalField(
        max_digits=18, decimal_places=10, min_value=0, required=False, allow_null=True, help_text="of all variants"
    )
    variants = s.ListField(child=s.JSONField(), help_text=VARIANT_HELP)

    @staticmethod
    def metrics(body):
        return [
            PlanMetricIn.planned(body["primary_metric"], PRIMARY),
            *(PlanMetricIn.planned(each, GUARDRAIL) for each in body["guardrail_metrics"]),
            *(PlanMetricIn.planned(each, SECONDARY) for each in body["secondary_metrics"]),
        ]

    @staticmethod
    def plan(body):
        return Config(**(body.get("config") or ConfigIn.read({})))


class LabelRequestIn(StrictSerializer):
    example = {"n_cases": 40, "people": 1}

    n_cases = StrictInteger(min_value=1, max_value=MOST_CASES, default=40, help_text="fewer where fewer are left")
    people = StrictInteger(min_value=1, max_value=MOST_PEOPLE, default=1, help_text="who answer each output")
    seed = StrictInteger(
        min_value=0, max_value=MOST_SEED, required=False, help_text="of the draw; any where none is given"
    )


class RepeatIn(StrictSerializer):
    example = {"only_new_cases": True}

    dataset_version_id = s.UUIDField(
        required=False, allow_null=True, help_text="another one than the experiment's; none where it is on traffic"
    )
    only_new_cases = StrictBoolean(
        default=False, help_text="leave out cases that the experiment's version has: the same input, the same answer"
    )
    name = StrictText(max_length=255, default="", allow_blank=True, help_text="by itself the first one's with a number")


class ConcludeIn(StrictSerializer):
    example = {"winner": NO_WINNER, "notes": "The difference is too small to matter."}

    winner = StrictText(max_length=64, help_text=f"the id of a variant, or {NO_WINNER}")
    notes = StrictText(max_length=10_000, default="", allow_blank=True)
