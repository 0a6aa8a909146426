"""What the API answers about experiments."""

from rest_framework import serializers as s

from evalhub.api.fields import Answer
from evalhub.api.paging import ListOut
from evalhub.lib import reasons
from experiments.trials.actions.experiments import NO_WINNER
from experiments.trials.analysis.health import STATES
from experiments.trials.analysis.plan import interval_of
from experiments.trials.analysis.verdict import SHIP, VERDICTS
from experiments.trials.models.experiment import METHODS, STATUSES, TYPES, UNITS
from experiments.trials.models.experiment_metric import DIRECTIONS, GUARDRAIL, PRIMARY, ROLES, SCORES

NULL = "null: not defined"


class VariantOut(Answer):
    variant_id = s.UUIDField(source="pk")
    name = s.CharField()
    is_control = s.BooleanField()
    traffic_allocation = s.FloatField()
    config = s.JSONField()
    evaluation_id = s.UUIDField(allow_null=True, help_text="of its scores; null before the start, and on traffic")


class PlanMetricOut(Answer):
    metric = s.CharField(source="key")
    role = s.ChoiceField(ROLES)
    direction = s.ChoiceField(DIRECTIONS)
    margin = s.FloatField()
    scores = s.ChoiceField(SCORES)


class PlanOut(Answer):
    method = s.ChoiceField(METHODS)
    significance_level = s.FloatField()
    minimum_sample_size = s.IntegerField()
    planned_n = s.IntegerField()
    minimum_days = s.IntegerField()
    maximum_duration_days = s.IntegerField(allow_null=True)
    prior_deviation = s.FloatField(allow_null=True)
    least_effect = s.FloatField()
    is_aa = s.BooleanField()
    allocation_policy = s.JSONField(help_text='of a bandit: {"policy", "floor", "growth", "seed"}')


class ConclusionOut(Answer):
    winner = s.CharField(help_text=f"the id of a variant, or {NO_WINNER}")
    notes = s.CharField()
    declared_at = s.DateTimeField(source="concluded_at")
    declared_by = s.CharField(allow_null=True, source="concluded_by.email")
    look = s.IntegerField(
        allow_null=True, help_text="the number of the look that it was decided with", source="conclusion.number"
    )

    def read_winner(self, experiment):
        return str(experiment.winner_id) if experiment.winner_id else NO_WINNER


class ExperimentOut(Answer):
    experiment_id = s.UUIDField(source="pk")
    name = s.CharField()
    hypothesis = s.CharField()
    type = s.ChoiceField(TYPES)
    status = s.ChoiceField(STATUSES)
    units = s.ChoiceField(UNITS)
    primary_metric = s.CharField()
    guardrail_metrics = s.ListField(child=s.CharField())
    metrics = PlanMetricOut(many=True)
    config = PlanOut()
    dataset_version_id = s.UUIDField(allow_null=True)
    repeats = s.UUIDField(source="repeats_id", allow_null=True, help_text="the experiment whose plan it has again")
    variants = VariantOut(many=True)
    created_at = s.DateTimeField()
    started_at = s.DateTimeField(allow_null=True)
    conclusion = ConclusionOut(allow_null=True)

    def read_metrics(self, experiment):
        return list(experiment.metrics.all())

    def read_variants(self, experiment):
        return list(experiment.variants.all())

    def read_config(self, experiment):
        return experiment

    def read_primary_metric(self, experiment):
        return next(each.key for each in experiment.metrics.all() if each.role == PRIMARY)

    def read_guardrail_metrics(self, experiment):
        return [each.key for each in experiment.metrics.all() if each.role == GUARDRAIL]

    def read_conclusion(self, experiment):
        return experiment if experiment.concluded_at else None


class RepeatOut(Answer):
    experiment = ExperimentOut()
    n_cases = s.IntegerField(allow_null=True, help_text="of the version; null on traffic")
    n_shared_cases = s.IntegerField(allow_null=True, help_text="that the repeated experiment's version has as well")


class ExperimentListOut(ListOut):
    experiments = ExperimentOut(many=True, source="rows")


class LabelRequestOut(Answer):
    task_id = s.UUIDField(source="task.pk", help_text="the annotation task, which has begun")
    name = s.CharField(source="task.name")
    n_cases = s.IntegerField()
    n_items = s.IntegerField(help_text="outputs to label, of all variants")
    seed = s.IntegerField()
    labelled = s.IntegerField(source="forecast.labelled", help_text="pairs with labels of people so far")
    interval_width = s.FloatField(
        source="forecast.width", allow_null=True, help_text="of the difference; null below 40 labelled pairs"
    )
    expected_width = s.FloatField(
        source="forecast.expected_width", allow_null=True, help_text="once these cases are labelled"
    )
    narrower_by = s.FloatField(source="forecast.narrower_by", allow_null=True, help_text="a share of the width")


class IntervalOut(Answer):
    value = s.FloatField(allow_null=True, help_text=NULL)
    low = s.FloatField(allow_null=True, help_text=NULL)
    high = s.FloatField(allow_null=True, help_text=NULL)
    p = s.FloatField(allow_null=True, help_text=NULL)
    method = s.CharField()
    reason = s.CharField(allow_null=True, help_text="why it is not defined")


class PosteriorOut(Answer):
    mean = s.FloatField(allow_null=True, help_text="of the difference, turned so that more is better; " + NULL)
    low = s.FloatField(allow_null=True, help_text=NULL)
    high = s.FloatField(allow_null=True, help_text=NULL)
    probability_better = s.FloatField(allow_null=True, help_text=NULL)
    loss_of_treatment = s.FloatField(allow_null=True, help_text=NULL)
    loss_of_control = s.FloatField(allow_null=True, help_text=NULL)


class EffectSizeOut(Answer):
    name = s.CharField()
    value = s.FloatField(allow_null=True, help_text=NULL)


class QuantileOut(Answer):
    q = s.FloatField(help_text="the share of values below")
    control = s.FloatField(allow_null=True, help_text=NULL)
    treatment = s.FloatField(allow_null=True, help_text=NULL)
    difference = IntervalOut(help_text="valid for one look; wider by the width of the bins, 2 % of the value")

    def read_difference(self, row):
        return row


class GuardrailOut(Answer):
    gain = s.FloatField(allow_null=True, help_text="the difference, turned so that more is better; " + NULL)
    margin = s.FloatField()
    bound = s.FloatField(allow_null=True, help_text="its one-sided lower end; " + NULL)
    p = s.FloatField(allow_null=True, help_text=NULL)
    is_shown = s.BooleanField(help_text="the bound excludes the margin, after Holm's correction")
    is_harmed = s.BooleanField(help_text="the whole interval is beyond the margin")


class VariantDifferenceOut(Answer):
    metric = s.CharField(source="metric.key")
    role = s.ChoiceField(ROLES, source="metric.role")
    scores = s.ChoiceField(SCORES, source="metric.scores")
    treatment = s.CharField()
    n = s.IntegerField(help_text="pairs, or units of both variants")
    difference = IntervalOut(help_text="of the treatment less the control; valid for one look")
    running = IntervalOut(help_text="likewise; valid at every look")
    posterior = PosteriorOut()
    effect_size = EffectSizeOut()
    guardrail = GuardrailOut(allow_null=True)
    wins = s.IntegerField(allow_null=True)
    ties = s.IntegerField(allow_null=True)
    losses = s.IntegerField(allow_null=True)
    p_corrected = s.FloatField(allow_null=True, help_text="by Holm; " + NULL)
    quantiles = QuantileOut(many=True, help_text="median, p90 and p99 of traffic with more than two values")

    def read_quantiles(self, row):
        return row.get("quantiles", [])  # looks of earlier code have none


class SliceOut(Answer):
    field = s.CharField(help_text="of the metadata of the cases")
    value = s.CharField()
    treatment = s.CharField()
    n = s.IntegerField(help_text="pairs")
    difference = IntervalOut(help_text="of the treatment less the control; valid for one look")
    running = IntervalOut(help_text="likewise; valid at every look")
    p_corrected = s.FloatField(allow_null=True, help_text="by Holm over all slices; " + NULL)


class CheckOut(Answer):
    check = s.CharField(source="key")
    state = s.ChoiceField(STATES)
    reason = s.CharField(help_text="in English")

    def read_reason(self, row):
        return reasons.of_json(row["reason"]).english


class MeanOut(Answer):
    metric = s.CharField()
    mean = s.FloatField(allow_null=True, help_text=NULL)
    std = s.FloatField(allow_null=True, help_text=NULL)
    confidence_interval = s.ListField(child=s.FloatField(), allow_null=True, help_text="[low, high]; " + NULL)
    passed = s.BooleanField(required=False, allow_null=True, help_text="of a guardrail of a treatment; null: not shown")


class VariantMetricsOut(Answer):
    primary = MeanOut()
    guardrails = MeanOut(many=True)


class VariantResultOut(Answer):
    variant_id = s.UUIDField()
    name = s.CharField()
    sample_size = s.IntegerField()
    units = s.IntegerField(allow_null=True, help_text="of traffic, with an outcome or without; null: cases")
    metrics = VariantMetricsOut()


class ChanceOut(Answer):
    variant_id = s.UUIDField()
    variant = s.CharField()
    chance_of_best = s.FloatField()


class BanditOut(Answer):
    observed_mean = s.FloatField(
        source="observed", allow_null=True, help_text="of the primary metric over all outcomes; " + NULL
    )
    gain_over_even = IntervalOut(
        source="over_even", help_text="a unit's, against even shares, by propensities: the regret that was saved"
    )
    gain_over_control = IntervalOut(
        source="over_control", help_text="a unit's, against all units for the control, by propensities"
    )


class AnalysisOut(Answer):
    winner = s.CharField(allow_null=True, help_text="the id of the variant to ship; null: none")
    p_value = s.FloatField(allow_null=True, help_text="of the primary metric; valid at every look where sequential")
    probability_of_improvement = s.FloatField(allow_null=True)
    effect_size = s.FloatField(allow_null=True)
    is_significant = s.BooleanField()
    recommendation = s.CharField(help_text="in one English sentence")


class ResultsOut(Answer):
    experiment_id = s.UUIDField()
    status = s.ChoiceField(STATUSES)
    primary_metric = s.CharField()
    variants = VariantResultOut(many=True)
    analysis = AnalysisOut()
    verdict = s.ChoiceField(VERDICTS)
    health = CheckOut(many=True)
    differences = VariantDifferenceOut(many=True, help_text="one for each metric and treatment")
    slices = SliceOut(
        many=True, help_text="the primary metric by slices of the cases; exploratory, none changes the verdict"
    )
    chances_of_best = ChanceOut(
        many=True, allow_null=True, help_text="of a bandit; null: not a bandit, or too few units"
    )
    bandit = BanditOut(allow_null=True, help_text="null: not a bandit")
    look = s.IntegerField(help_text="numbers the looks at this experiment")
    looked_at = s.DateTimeField()
    data_fingerprint = s.CharField(help_text="SHA-256 of the data that the figures were computed from")
    code_version = s.CharField()


def results_of(experiment, look):
    """A look in the form that ResultsOut writes."""
    figures, variants = look.figures, {each.name: each for each in experiment.variants.all()}
    metrics = list(experiment.metrics.all())
    primary = next(each for each in metrics if each.role == PRIMARY)
    of_primary = [each for each in figures["results"] if each["metric"]["role"] == PRIMARY]
    chosen = next((each for each in of_primary if each["treatment"] == figures["treatment"]), of_primary[0])
    shown = chosen[interval_of(experiment.method)]
    bandit = figures.get("bandit")  # looks of earlier code have none
    chances = bandit and bandit["chances_of_best"]
    return {
        "experiment_id": experiment.pk,
        "status": experiment.status,
        "primary_metric": primary.key,
        "variants": [
            {
                "variant_id": variants[row["variant"]].pk,
                "name": row["variant"],
                "sample_size": row["n"],
                "units": row.get("units"),
                "metrics": {
                    "primary": _mean(primary.key, row),
                    "guardrails": [
                        _guardrail(figures, each.key, row["variant"]) for each in metrics if each.role == GUARDRAIL
                    ],
                },
            }
            for row in figures["variants"][primary.key]
        ],
        "analysis": {
            "winner": str(variants[figures["treatment"]].pk) if look.verdict == SHIP else None,
            "p_value": chosen["p_corrected"],
            "probability_of_improvement": chosen["posterior"]["probability_better"],
            "effect_size": chosen["effect_size"]["value"],
            "is_significant": chosen["p_corrected"] is not None
            and chosen["p_corrected"] < experiment.significance_level
            and shown["low"] is not None,
            "recommendation": look.sentence.english,
        },
        "verdict": look.verdict,
        "health": figures["checks"],
        "differences": figures["results"],
        "slices": figures.get("slices", []),
        "bandit": bandit,
        "chances_of_best": chances
        and [
            {"variant_id": variants[row["variant"]].pk, "variant": row["variant"], "chance_of_best": chance}
            for row, chance in zip(figures["variants"][primary.key], chances, strict=True)
        ],
        "look": look.number,
        "looked_at": look.looked_at,
        "data_fingerprint": look.data_fingerprint,
        "code_version": look.code_version,
    }


def _mean(metric, row):
    interval = None if row["low"] is None else [row["low"], row["high"]]
    return {"metric": metric, "mean": row["mean"], "std": row["deviation"], "confidence_interval": interval}


def _guardrail(figures, metric, variant):
    row = next(each for each in figures["variants"][metric] if each["variant"] == variant)
    result = next(
        (each for each in figures["results"] if each["metric"]["key"] == metric and each["treatment"] == variant), None
    )
    limit = result and result["guardrail"]
    passed = None if not limit else True if limit["is_shown"] else False if limit["is_harmed"] else None
    return _mean(metric, row) | {"passed": passed}
