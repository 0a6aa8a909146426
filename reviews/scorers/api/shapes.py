"""JSON shapes that the API of machine annotators answers with, and their descriptions."""

from rest_framework import serializers

from reviews.engine.models.evaluation_run import STATUSES


class AnnotatorOut(serializers.Serializer):
    annotator_id = serializers.UUIDField()
    kind = serializers.CharField()
    name = serializers.CharField()
    method = serializers.CharField(allow_null=True, help_text="key of the scorer that asks and reads")
    model = serializers.CharField(allow_null=True)
    prompt_version = serializers.CharField(allow_null=True)
    parser_version = serializers.CharField(allow_null=True)
    parameters = serializers.DictField()
    simulated = serializers.BooleanField(help_text="answers come from the simulated provider")
    status = serializers.CharField()
    created_at = serializers.DateTimeField()


class AnnotatorListOut(serializers.Serializer):
    annotators = AnnotatorOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class RunProgressOut(serializers.Serializer):
    total = serializers.IntegerField()
    done = serializers.IntegerField()
    failed = serializers.IntegerField()
    waiting = serializers.IntegerField()
    running = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    reused = serializers.IntegerField(
        help_text="of the done ones: took the answer of an earlier request, without a call"
    )
    is_finished = serializers.BooleanField()


class FailureOut(serializers.Serializer):
    error_class = serializers.CharField()
    count = serializers.IntegerField()
    message = serializers.CharField()


class RunOut(serializers.Serializer):
    run_id = serializers.UUIDField()
    task_id = serializers.UUIDField()
    round = serializers.IntegerField(help_text="1 counts; later ones are repetitions, which count nowhere")
    annotator = AnnotatorOut()
    status = serializers.ChoiceField(STATUSES, help_text="what the run does; completed, failed and cancelled are final")
    desired_state = serializers.CharField()
    policy = serializers.DictField()
    critic_model = serializers.CharField(allow_null=True)
    held_reason = serializers.CharField(allow_null=True, help_text="why the provider cannot be used now")
    held_until = serializers.DateTimeField(allow_null=True)
    progress = RunProgressOut()
    calls = serializers.IntegerField()
    prompt_tokens = serializers.IntegerField(allow_null=True, help_text="null while no call reported any")
    completion_tokens = serializers.IntegerField(allow_null=True)
    cost_usd = serializers.CharField(allow_null=True, help_text="a decimal; null while no call has a known price")
    unpriced_calls = serializers.IntegerField()
    unreported_calls = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    failures = FailureOut(many=True, required=False, help_text="of one run only")


class RunListOut(serializers.Serializer):
    runs = RunOut(many=True)


class StepEstimateOut(serializers.Serializer):
    name = serializers.CharField()
    model = serializers.CharField()
    requests = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost_usd = serializers.CharField(allow_null=True, help_text="null: no known price, or simulated")
    seconds = serializers.FloatField(allow_null=True, help_text="null: no call of this model was measured, or batched")
    is_measured = serializers.BooleanField(help_text="the length of answers comes from earlier calls of the model")
    is_batched = serializers.BooleanField(help_text="goes as a provider batch, which may take a day")
    simulated = serializers.BooleanField()


class RunEstimateOut(serializers.Serializer):
    requests = serializers.IntegerField()
    cost_usd = serializers.CharField(allow_null=True)
    seconds = serializers.FloatField(allow_null=True)
    is_batched = serializers.BooleanField()
    simulated = serializers.BooleanField()
    steps = StepEstimateOut(many=True)


def annotator_shape(annotator):
    return {
        "annotator_id": str(annotator.pk),
        "kind": annotator.kind,
        "name": annotator.name,
        "method": annotator.method or None,
        "model": annotator.model or None,
        "prompt_version": annotator.prompt_version or None,
        "parser_version": annotator.parser_version or None,
        "parameters": annotator.parameters,
        "simulated": annotator.simulated,
        "status": annotator.status,
        "created_at": annotator.created_at.isoformat(),
    }


def run_estimate_shape(found):
    """A `reviews.scorers.actions.run_estimates.RunEstimate`."""
    shared = ("requests", "seconds", "is_batched", "simulated")
    named = ("name", "model", "input_tokens", "output_tokens", "is_measured", *shared)
    return {name: getattr(found, name) for name in shared} | {
        "cost_usd": _amount(found.cost_usd),
        "steps": [
            {name: getattr(step, name) for name in named} | {"cost_usd": _amount(step.cost_usd)} for step in found.steps
        ],
    }


def _amount(usd):
    return None if usd is None else str(usd)


def run_shape(run, progress, failures=None):
    """One run; needs its annotator loaded."""
    counted = ("total", "done", "failed", "waiting", "running", "cancelled", "reused", "is_finished")
    shape = {
        "run_id": str(run.pk),
        "task_id": str(run.task_id),
        "round": run.round,
        "annotator": annotator_shape(run.annotator),
        "status": run.status,
        "desired_state": run.desired_state,
        "policy": run.rules.as_json(),
        "critic_model": next((stage.model for stage in run.stages.all() if stage.kind == "score_critic"), None),
        "held_reason": run.held_reason and run.held_reason.english,
        "held_until": run.held_until.isoformat() if run.held_until else None,
        "progress": {name: getattr(progress, name) for name in counted},
        "calls": progress.calls,
        "prompt_tokens": progress.prompt_tokens,
        "completion_tokens": progress.completion_tokens,
        "cost_usd": str(progress.cost_usd) if progress.cost_usd is not None else None,
        "unpriced_calls": progress.unpriced_calls,
        "unreported_calls": progress.unreported_calls,
        "created_at": run.created_at.isoformat(),
    }
    if failures is not None:
        shape["failures"] = [
            {"error_class": kind.error_class, "count": kind.count, "message": kind.message} for kind in failures
        ]
    return shape
