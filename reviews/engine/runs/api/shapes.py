"""JSON shapes of runs, their stages and their requests, and what their descriptions say."""

from rest_framework import serializers

from reviews.engine.models.evaluation_run import KINDS, STATUSES
from reviews.engine.views.labels import stage_title


class EngineRunProgressOut(serializers.Serializer):
    expected = serializers.IntegerField(help_text="requests there are, and those that will follow from answers to come")
    done = serializers.IntegerField()
    failed = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    reused = serializers.IntegerField(
        help_text="of the done ones: took the answer of an earlier request, without a call"
    )


class EngineRunOut(serializers.Serializer):
    run_id = serializers.UUIDField()
    kind = serializers.ChoiceField(KINDS, help_text="what the run was begun for")
    name = serializers.CharField()
    task_id = serializers.UUIDField(allow_null=True, help_text="of a run of kind scoring, else null")
    annotator_id = serializers.UUIDField(allow_null=True)
    round = serializers.IntegerField(help_text="of the annotator over the task; later ones than 1 are repetitions")
    owner_id = serializers.CharField(
        allow_null=True, help_text="the task, study, grading, review or routed prompt it was begun for; null: a program"
    )
    owner_name = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(STATUSES, help_text="what the run does; completed, failed and cancelled are final")
    has_failures = serializers.BooleanField(help_text="the run has ended, and some of its requests failed")
    status_reason = serializers.CharField(allow_null=True, help_text="why it waits, stopped or failed, in English")
    status_reason_code = serializers.CharField(allow_null=True, help_text="the same for programs; text: it has no code")
    desired_state = serializers.CharField(help_text="what people want: run, pause, cancel")
    current_stage = serializers.CharField(allow_null=True)
    stop_at_stage = serializers.CharField(allow_null=True)
    held_reason = serializers.CharField(allow_null=True)
    held_reason_code = serializers.CharField(allow_null=True)
    held_until = serializers.DateTimeField(allow_null=True)
    policy = serializers.DictField()
    models = serializers.ListField(child=serializers.CharField())
    simulated = serializers.BooleanField(help_text="some answers come from the simulated provider")
    progress = EngineRunProgressOut()
    calls = serializers.IntegerField()
    cost_usd = serializers.CharField(allow_null=True, help_text="a decimal; null while no call has a known price")
    unpriced_calls = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class EngineRunListOut(serializers.Serializer):
    runs = EngineRunOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class BudgetStateOut(serializers.Serializer):
    limit_usd = serializers.CharField(allow_null=True, help_text="null: no limit")
    spent_usd = serializers.CharField()
    reserved_usd = serializers.CharField(help_text="held for requests under way")
    unpriced_calls = serializers.IntegerField(help_text="may have cost money that nobody can count")


class BudgetsOut(serializers.Serializer):
    run = BudgetStateOut()
    month = BudgetStateOut(help_text="of the organization")


class StageFailureOut(serializers.Serializer):
    stage = serializers.CharField()
    error = serializers.CharField(help_text="why, in words")
    count = serializers.IntegerField()
    message = serializers.CharField(help_text="the newest one as it came")


class ProviderBatchOut(serializers.Serializer):
    batch_id = serializers.UUIDField()
    stage = serializers.CharField()
    batch_ref = serializers.CharField(allow_null=True, help_text="the provider's name for it")
    status = serializers.CharField()
    provider_state = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    requests = serializers.IntegerField()
    reported_done = serializers.IntegerField(allow_null=True)
    reported_failed = serializers.IntegerField(allow_null=True)
    next_poll_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class PositionConsistencyOut(serializers.Serializer):
    pairs = serializers.IntegerField(help_text="verdicts that were given in both orders of the two answers")
    share = serializers.FloatField(help_text="of pairs with the same winner in both; other verdicts are stored as ties")
    low = serializers.FloatField(help_text="of the 95 % interval of the share")
    high = serializers.FloatField()
    first_shown_won = serializers.IntegerField(help_text="pairs whose first answer won in both orders")
    last_shown_won = serializers.IntegerField()


class SelfAgreementOut(serializers.Serializer):
    question = serializers.CharField(help_text="its key")
    alpha = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True, help_text="of the 95 % interval")
    high = serializers.FloatField(allow_null=True)
    items = serializers.IntegerField(help_text="answered in two rounds or more")
    reason = serializers.CharField(allow_null=True, help_text="why there is no value")


class EngineRunDetailOut(EngineRunOut):
    budgets = BudgetsOut()
    self_agreement = SelfAgreementOut(
        many=True, allow_null=True, help_text="of the rounds of this annotator; null: there is only one"
    )
    position_consistency = PositionConsistencyOut(
        allow_null=True, help_text="null: no pair of answers was judged in both orders"
    )
    failures = StageFailureOut(many=True)
    batches = ProviderBatchOut(many=True)


class RunStageOut(serializers.Serializer):
    name = serializers.CharField()
    title = serializers.CharField()
    status = serializers.CharField()
    is_critic = serializers.BooleanField()
    models = serializers.ListField(child=serializers.CharField())
    request_version = serializers.IntegerField()
    expected = serializers.IntegerField()
    total = serializers.IntegerField()
    done = serializers.IntegerField()
    failed = serializers.IntegerField()
    batched = serializers.IntegerField()
    running = serializers.IntegerField()
    waiting = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    reused = serializers.IntegerField(
        help_text="of the done ones: took the answer of an earlier request, without a call"
    )
    incomplete = serializers.IntegerField(help_text="of the done ones: answers that lack questions")
    per_minute = serializers.FloatField(help_text="requests that ended, in the last two minutes")
    seconds_left = serializers.FloatField(allow_null=True, help_text="at that pace; null while there is none")
    calls = serializers.IntegerField()
    prompt_tokens = serializers.IntegerField(allow_null=True)
    completion_tokens = serializers.IntegerField(allow_null=True)
    cost_usd = serializers.CharField(allow_null=True)
    unpriced_calls = serializers.IntegerField()
    simulated = serializers.BooleanField()


class RunStageListOut(serializers.Serializer):
    stages = RunStageOut(many=True)


def run_shape(run, totals, owner=None):
    """One run by its `reviews.engine.runs.views.totals.Totals`, and its `reviews.engine.runs.owners.Owner`."""
    return {
        "run_id": str(run.pk),
        "kind": run.kind,
        "name": str(run),
        "task_id": _id(run.task_id),
        "annotator_id": _id(run.annotator_id),
        "round": run.round,
        "owner_id": None if owner is None else owner.pk,
        "owner_name": None if owner is None else owner.name,
        "status": run.status,
        "has_failures": run.has_ended and totals.failed > 0,
        "status_reason": run.status_reason and run.status_reason.english,
        "status_reason_code": run.status_reason and run.status_reason.code,
        "desired_state": run.desired_state,
        "current_stage": run.current_stage or None,
        "stop_at_stage": run.stop_at_stage or None,
        "held_reason": run.held_reason and run.held_reason.english,
        "held_reason_code": run.held_reason and run.held_reason.code,
        "held_until": moment(run.held_until),
        "policy": run.rules.as_json(),
        "models": list(totals.models),
        "simulated": totals.simulated,
        "progress": {name: getattr(totals, name) for name in ("expected", "done", "failed", "cancelled", "reused")},
        "calls": totals.calls,
        "cost_usd": money(totals.cost_usd),
        "unpriced_calls": totals.unpriced_calls,
        "created_at": moment(run.created_at),
        "finished_at": moment(run.finished_at),
    }


def run_detail_shape(run, totals, board, self_agreement, owner):
    """The same with its money, failures and batches, from its `reviews.engine.runs.views.summary.Board`."""
    of_run, of_month = (_budget(meter.standing) for meter in board.meters)
    return run_shape(run, totals, owner) | {
        "budgets": {"run": of_run, "month": of_month},
        "self_agreement": _self_agreement(self_agreement),
        "position_consistency": _position(board.position),
        "failures": [
            {"stage": each.stage, "error": each.words, "count": each.count, "message": each.message}
            for each in board.failures
        ],
        "batches": [_batch(line.batch) for line in board.batches],
    }


def _self_agreement(found):
    if found is None:
        return None
    return [
        {
            "question": line.question.key,
            "alpha": line.estimate.value,
            "low": line.estimate.low,
            "high": line.estimate.high,
            "items": line.estimate.n_items,
            "reason": line.estimate.reason,
        }
        for line in found.lines
    ]


def _position(found):
    if found is None:
        return None
    low, high = found.interval
    return {
        "pairs": found.n,
        "share": found.share,
        "low": low,
        "high": high,
        "first_shown_won": found.first,
        "last_shown_won": found.second,
    }


def stage_shape(line):
    """A `reviews.engine.runs.views.summary.StageLine`."""
    progress = line.progress
    counted = (
        "name",
        "status",
        "is_critic",
        "request_version",
        "total",
        "done",
        "failed",
        "batched",
        "running",
        "waiting",
        "cancelled",
        "reused",
        "incomplete",
        "per_minute",
        "seconds_left",
        "calls",
        "prompt_tokens",
        "completion_tokens",
    )
    return {name: getattr(progress, name) for name in counted} | {
        "title": stage_title(progress.title),
        "models": list(progress.models),
        "expected": line.expected,
        "cost_usd": money(progress.cost_usd),
        "simulated": line.simulated,
        "unpriced_calls": 0 if line.simulated else progress.unpriced_calls,
    }


def moment(value):
    return value.isoformat() if value is not None else None


def money(value):
    return None if value is None else str(value)


def _id(value):
    return None if value is None else str(value)


def _budget(state):
    return {
        "limit_usd": money(state.limit_usd),
        "spent_usd": money(state.spent_usd),
        "reserved_usd": money(state.reserved_usd),
        "unpriced_calls": state.unpriced_calls,
    }


def _batch(batch):
    return {
        "batch_id": str(batch.pk),
        "stage": batch.stage.name,
        "batch_ref": batch.batch_ref or None,
        "status": batch.status,
        "provider_state": batch.provider_state or None,
        "reason": batch.reason and batch.reason.english,
        "requests": batch.n_rows,
        "reported_done": batch.reported_done,
        "reported_failed": batch.reported_failed,
        "next_poll_at": moment(batch.next_poll_at),
        "created_at": moment(batch.created_at),
    }
