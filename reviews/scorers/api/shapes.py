"""What the API of machine annotators answers with."""

from rest_framework import serializers

from annotations.models import Annotator
from evalhub.api.fields import Answer, TextOrNull
from evalhub.api.paging import ListOut
from reviews.engine.models.evaluation_run import DESIRED_STATES
from reviews.engine.models.evaluation_run import STATUSES as RUN_STATUSES
from reviews.scorers.actions.annotators import STATUSES


class AnnotatorOut(Answer):
    annotator_id = serializers.UUIDField(source="pk")
    kind = serializers.ChoiceField(Annotator.kind.field.choices)
    name = serializers.CharField()
    method = TextOrNull(help_text="key of the scorer that asks and reads")
    model = TextOrNull()
    prompt_version = TextOrNull()
    parser_version = TextOrNull()
    parameters = serializers.DictField()
    simulated = serializers.BooleanField(help_text="answers come from the simulated provider")
    status = serializers.ChoiceField(STATUSES)
    created_at = serializers.DateTimeField()


class AnnotatorListOut(ListOut):
    annotators = AnnotatorOut(many=True, source="rows")


class RunProgressOut(Answer):
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


class FailureOut(Answer):
    error_class = serializers.CharField()
    count = serializers.IntegerField()
    message = serializers.CharField()

    def read_message(self, failures):
        return failures.reason.english if failures.reason else ""


class RunOut(Answer):
    """A run with its annotator loaded; `progress` in the context is {run id: RunProgress}."""

    run_id = serializers.UUIDField(source="pk")
    task_id = serializers.UUIDField()
    round = serializers.IntegerField(help_text="1 counts; later ones are repetitions, which count nowhere")
    annotator = AnnotatorOut()
    status = serializers.ChoiceField(
        RUN_STATUSES, help_text="what the run does; completed, failed and cancelled are final"
    )
    desired_state = serializers.ChoiceField(DESIRED_STATES, help_text="what people want")
    policy = serializers.DictField(source="rules.as_json")
    critic_model = serializers.CharField(allow_null=True)
    held_reason = TextOrNull(source="held_reason.english", help_text="why the provider cannot be used now")
    held_until = serializers.DateTimeField(allow_null=True)
    progress = RunProgressOut()
    calls = serializers.IntegerField(source="read_progress.calls")
    prompt_tokens = serializers.IntegerField(
        allow_null=True, help_text="null while no call reported any", source="read_progress.prompt_tokens"
    )
    completion_tokens = serializers.IntegerField(allow_null=True, source="read_progress.completion_tokens")
    cost_usd = serializers.FloatField(
        allow_null=True, help_text="null while no call has a known price", source="read_progress.cost_usd"
    )
    unpriced_calls = serializers.IntegerField(source="read_progress.unpriced_calls")
    unreported_calls = serializers.IntegerField(source="read_progress.unreported_calls")
    created_at = serializers.DateTimeField()

    def progress_of(self, row):
        return self.context["progress"][row.pk]

    def read_critic_model(self, row):
        return next((stage.model for stage in row.stages.all() if stage.kind == "score_critic"), None)

    def read_progress(self, row):
        return self.progress_of(row)


class RunDetailOut(RunOut):
    """One run, with why requests failed; `failures` in the context are those of `run_progress.failures_of`."""

    failures = FailureOut(many=True, source="context.failures")


class RunListOut(ListOut):
    runs = RunOut(many=True, source="rows")


class StepEstimateOut(Answer):
    name = serializers.CharField()
    model = serializers.CharField()
    requests = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost_usd = serializers.FloatField(allow_null=True, help_text="null: no known price, or simulated")
    seconds = serializers.FloatField(allow_null=True, help_text="null: no call of this model was measured, or batched")
    is_measured = serializers.BooleanField(help_text="the length of answers comes from earlier calls of the model")
    is_batched = serializers.BooleanField(help_text="goes as a provider batch, which may take a day")
    simulated = serializers.BooleanField()


class RunEstimateOut(Answer):
    requests = serializers.IntegerField()
    cost_usd = serializers.FloatField(allow_null=True)
    seconds = serializers.FloatField(allow_null=True)
    is_batched = serializers.BooleanField()
    simulated = serializers.BooleanField()
    steps = StepEstimateOut(many=True)
