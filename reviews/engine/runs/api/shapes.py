"""What the API answers about runs, their stages and their batches."""

from rest_framework import serializers

from evalhub.api.fields import Answer, TextOrNull
from evalhub.api.paging import ListOut
from reviews.engine.models.evaluation_run import DESIRED_STATES, KINDS, STATUSES
from reviews.engine.models.llm_batch import STATUSES as BATCH_STATUSES
from reviews.engine.models.run_stage import STATUSES as STAGE_STATUSES
from reviews.engine.views.labels import stage_title


class EngineRunProgressOut(Answer):
    expected = serializers.IntegerField(help_text="requests there are, and those that will follow from answers to come")
    done = serializers.IntegerField()
    failed = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    reused = serializers.IntegerField(
        help_text="of the done ones: took the answer of an earlier request, without a call"
    )


class EngineRunOut(Answer):
    """A run; `totals` and `owners` of the context have the Totals and the Owner of each, by its id."""

    run_id = serializers.UUIDField(source="pk")
    kind = serializers.ChoiceField(KINDS, help_text="what the run was begun for")
    name = serializers.CharField(source="__str__")
    task_id = serializers.UUIDField(allow_null=True, help_text="of a run of kind scoring, else null")
    annotator_id = serializers.UUIDField(allow_null=True)
    round = serializers.IntegerField(help_text="of the annotator over the task; later ones than 1 are repetitions")
    owner_id = serializers.CharField(
        allow_null=True, help_text="the task, study, grading, review or routed prompt it was begun for; null: a program"
    )
    owner_name = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(STATUSES, help_text="what the run does; completed, failed and cancelled are final")
    has_failures = serializers.BooleanField(help_text="the run has ended, and some of its requests failed")
    status_reason = TextOrNull(source="status_reason.english", help_text="why it waits, stopped or failed, in English")
    status_reason_code = TextOrNull(
        source="status_reason.code", help_text="the same for programs; text: it has no code"
    )
    desired_state = serializers.ChoiceField(choices=DESIRED_STATES, help_text="what people want")
    current_stage = TextOrNull()
    stop_at_stage = TextOrNull()
    held_reason = TextOrNull(source="held_reason.english")
    held_reason_code = TextOrNull(source="held_reason.code")
    held_until = serializers.DateTimeField(allow_null=True)
    policy = serializers.DictField(source="rules.as_json")
    models = serializers.ListField(child=serializers.CharField(), source="read_progress.models")
    simulated = serializers.BooleanField(
        help_text="some answers come from the simulated provider", source="read_progress.simulated"
    )
    progress = EngineRunProgressOut()
    calls = serializers.IntegerField(source="read_progress.calls")
    cost_usd = serializers.FloatField(
        allow_null=True, help_text="null while no call has a known price", source="read_progress.cost_usd"
    )
    unpriced_calls = serializers.IntegerField(source="read_progress.unpriced_calls")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)

    def read_owner_id(self, run):
        return self._owner(run) and self._owner(run).pk

    def read_owner_name(self, run):
        return self._owner(run) and self._owner(run).name

    def read_has_failures(self, run):
        return run.has_ended and self._totals(run).failed > 0

    def read_progress(self, run):
        return self._totals(run)

    def _owner(self, run):
        return self.context["owners"].get(run.pk)

    def _totals(self, run):
        return self.context["totals"][run.pk]


class EngineRunListOut(ListOut):
    runs = EngineRunOut(many=True, source="rows")


class BudgetStateOut(Answer):
    limit_usd = serializers.FloatField(allow_null=True, help_text="null: no limit")
    spent_usd = serializers.FloatField()
    reserved_usd = serializers.FloatField(help_text="held for requests under way")
    unpriced_calls = serializers.IntegerField(help_text="may have cost money that nobody can count")


class BudgetsOut(Answer):
    run = BudgetStateOut()
    month = BudgetStateOut(help_text="of the organization")


class StageFailureOut(Answer):
    stage = serializers.CharField()
    error = serializers.CharField(source="words", help_text="why, in words")
    count = serializers.IntegerField()
    message = serializers.CharField(help_text="one of them as it came")

    def read_message(self, failure):
        return failure.message.english if failure.message else ""


class ProviderBatchOut(Answer):
    batch_id = serializers.UUIDField(source="pk")
    stage = serializers.CharField(source="stage.name")
    batch_ref = TextOrNull(help_text="the provider's name for it")
    status = serializers.ChoiceField(BATCH_STATUSES)
    provider_state = TextOrNull()
    reason = TextOrNull(source="reason.english", help_text="why it waits or failed, in English")
    reason_code = TextOrNull(source="reason.code", help_text="the same for programs; text: it has no code")
    requests = serializers.IntegerField(source="n_rows")
    reported_done = serializers.IntegerField(allow_null=True)
    reported_failed = serializers.IntegerField(allow_null=True)
    next_poll_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class PositionConsistencyOut(Answer):
    pairs = serializers.IntegerField(source="n", help_text="verdicts that were given in both orders of the two answers")
    share = serializers.FloatField(help_text="of pairs with the same winner in both; other verdicts are stored as ties")
    low = serializers.FloatField(help_text="of the 95 % interval of the share")
    high = serializers.FloatField()
    first_shown_won = serializers.IntegerField(source="first", help_text="pairs whose first answer won in both orders")
    last_shown_won = serializers.IntegerField(source="second")

    def read_low(self, found):
        return found.interval[0]

    def read_high(self, found):
        return found.interval[1]


class SelfAgreementOut(Answer):
    question = serializers.CharField(source="question.key", help_text="its key")
    alpha = serializers.FloatField(source="estimate.value", allow_null=True)
    low = serializers.FloatField(source="estimate.low", allow_null=True, help_text="of the 95 % interval")
    high = serializers.FloatField(source="estimate.high", allow_null=True)
    items = serializers.IntegerField(source="estimate.n_items", help_text="answered in two rounds or more")
    reason = serializers.CharField(source="estimate.reason", allow_null=True, help_text="why there is no value")


class EngineRunDetailOut(EngineRunOut):
    """A run with its money, failures and batches, from its Board, which is in the context too."""

    budgets = BudgetsOut()
    self_agreement = SelfAgreementOut(
        many=True, allow_null=True, help_text="of the rounds of this annotator; null: there is only one"
    )
    position_consistency = PositionConsistencyOut(
        allow_null=True,
        help_text="null: no pair of answers was judged in both orders",
        source="context.board.position",
    )
    failures = StageFailureOut(many=True, source="context.board.failures")
    batches = ProviderBatchOut(many=True)

    def read_budgets(self, run):
        of_run, of_month = (meter.standing for meter in self.context["board"].meters)
        return {"run": of_run, "month": of_month}

    def read_self_agreement(self, run):
        found = self.context["self_agreement"]
        return found and found.lines

    def read_batches(self, run):
        return [line.batch for line in self.context["board"].batches]


class RunStageOut(Answer):
    """A StageLine of a run's summary."""

    name = serializers.CharField(source="progress.name")
    title = serializers.CharField()
    status = serializers.ChoiceField(STAGE_STATUSES, source="progress.status")
    is_critic = serializers.BooleanField(source="progress.is_critic")
    models = serializers.ListField(source="progress.models", child=serializers.CharField())
    request_version = serializers.IntegerField(source="progress.request_version")
    expected = serializers.IntegerField()
    total = serializers.IntegerField(source="progress.total")
    done = serializers.IntegerField(source="progress.done")
    failed = serializers.IntegerField(source="progress.failed")
    batched = serializers.IntegerField(source="progress.batched")
    running = serializers.IntegerField(source="progress.running")
    waiting = serializers.IntegerField(source="progress.waiting")
    cancelled = serializers.IntegerField(source="progress.cancelled")
    reused = serializers.IntegerField(
        source="progress.reused", help_text="of the done ones: took the answer of an earlier request, without a call"
    )
    incomplete = serializers.IntegerField(
        source="progress.incomplete", help_text="of the done ones: answers that lack questions"
    )
    per_minute = serializers.FloatField(
        source="progress.per_minute", help_text="requests that ended, in the last two minutes"
    )
    seconds_left = serializers.FloatField(
        source="progress.seconds_left", allow_null=True, help_text="at that pace; null while there is none"
    )
    calls = serializers.IntegerField(source="progress.calls")
    prompt_tokens = serializers.IntegerField(source="progress.prompt_tokens", allow_null=True)
    completion_tokens = serializers.IntegerField(source="progress.completion_tokens", allow_null=True)
    cost_usd = serializers.FloatField(source="progress.cost_usd", allow_null=True)
    unpriced_calls = serializers.IntegerField()
    simulated = serializers.BooleanField()

    def read_title(self, line):
        return stage_title(line.progress.title)

    def read_unpriced_calls(self, line):
        return 0 if line.simulated else line.progress.unpriced_calls


class RunStageListOut(ListOut):
    stages = RunStageOut(many=True, source="rows")
