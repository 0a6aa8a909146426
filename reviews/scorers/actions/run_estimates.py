"""What a run over a task is likely to cost and to take, before it is started; nothing is sent or written."""

from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings
from django.db.models import Avg

from reviews.engine.batches.actions.connections import adapter_of
from reviews.engine.client.endpoints import resolve
from reviews.engine.limits.actions import cost_estimates, rate_limiter
from reviews.engine.limits.actions.profiles import limits_for
from reviews.engine.limits.call_estimates import USED_SHARE_OF_MAX_TOKENS
from reviews.engine.models import LLMAttempt
from reviews.engine.runs.actions import policies
from reviews.engine.stages import registry
from reviews.scorers.actions import annotators, configured_models
from reviews.scorers.registry.scorer import Asking
from reviews.scorers.stages import form_trial, prompt_versions, task_stages
from reviews.scorers.stages.material import item_views, task_view

SAMPLE = 20  # items whose prompts are measured
MEASURED_CALLS = 200
ANSWERS = (*task_stages.score_kinds(False), *task_stages.score_kinds(True))  # a trial asks as the first of them


@dataclass(frozen=True)
class StepEstimate:
    """One step of the run. Tokens are of all its requests together; `cost_usd` None: no price is known.

    `seconds` None: no call of this model was measured yet, or the requests go as a provider batch (`is_batched`).
    `latency_ms` is that of one call: a critic that was not called yet is taken to be as quick as the answers.
    `is_measured`: the length of answers comes from earlier calls of this model, and not from the room they are given.
    """

    name: str
    title: str
    model: str
    requests: int
    input_tokens: int
    output_tokens: int
    cost_usd: Decimal | None
    seconds: float | None
    latency_ms: float | None
    is_measured: bool
    is_batched: bool
    simulated: bool


@dataclass(frozen=True)
class RunEstimate:
    steps: tuple

    @property
    def requests(self):
        return sum(step.requests for step in self.steps)

    @property
    def simulated(self):
        return all(step.simulated for step in self.steps)

    @property
    def cost_usd(self):
        """Of what is not simulated; None while one price is unknown, or where all of it is simulated."""
        costs = [step.cost_usd for step in self.steps if not step.simulated]
        return None if None in costs or not costs else sum(costs, Decimal(0))

    @property
    def seconds(self):
        return None if any(step.seconds is None for step in self.steps) else sum(step.seconds for step in self.steps)

    @property
    def is_batched(self):
        return any(step.is_batched for step in self.steps)


def offers(**asked):
    """{way of sending: RunEstimate} to choose from: "now", and "batch" where the provider takes enough of it so."""
    usual = estimate(**asked)
    if not usual.is_batched:
        return {"now": usual}
    return {"now": estimate(**asked, policy=policy_of("now")), "batch": usual}


def policy_of(way):
    """The policy of a run that is sent in this way."""
    return {"min_batch_size": None} if way == "now" else {}


def estimate(*, task, model, method=None, prompt_version=None, parameters=None, critic_model=None, policy=None):
    """The RunEstimate of this model over the items that the task has now; InvalidInput as for a run that is started.

    About twenty statements, however many items.
    """
    model = annotators.check_model(model)
    annotators.check_parameters(parameters or {})
    critic = configured_models.critic_of(
        model,
        organization=task.organization,
        chosen=annotators.check_model(critic_model, field="critic_model") if critic_model else "",
    )
    rules = policies.read(policy or {}, organization=task.organization, models=(model, critic))
    asked_by = {"organization_id": task.organization_id}
    chosen = annotators.form_scorer(method=method, prompt_version=prompt_version, **asked_by)
    scorer = chosen.scorer.made(Asking(model, chosen.prompt, parameters or {}))
    critic_default = prompt_versions.version_in_use(
        default=registry[task_stages.CRITIC_KINDS[1]].default_prompt, **asked_by
    )
    ids = list(task.items.order_by("pk").values_list("pk", flat=True))
    views, form = item_views(ids[:: max(len(ids) // SAMPLE, 1)][:SAMPLE]), task_view(task)
    calls = [scorer.prepare(view, form) for view in views.values()]
    tokens_in = sum(rate_limiter.estimate(call)[0] for call in calls) / max(len(calls), 1)
    tokens_out = sum(rate_limiter.estimate(call)[1] for call in calls) / max(len(calls), 1)
    of_task = Measure(task.organization_id, rules, len(ids))
    kinds = task_stages.score_kinds(task_stages.is_positional(task))
    answers = [of_task.step(kind, model, tokens_in, tokens_out) for kind in kinds]
    said = answers[-1].output_tokens / max(len(ids), 1)
    own, judged = task_stages.CRITIC_KINDS
    room = prompt_versions.load(critic_default, **asked_by).tokens * USED_SHARE_OF_MAX_TOKENS
    return RunEstimate(
        (
            *answers,
            of_task.step(own, critic, tokens_in, tokens_out, latency_ms=answers[-1].latency_ms),
            of_task.step(judged, critic, tokens_in + said, room, latency_ms=answers[-1].latency_ms),
        )
    )


@dataclass(frozen=True)
class Measure:
    """What `count` requests of a run with these `rules` (a RunPolicy) come to."""

    organization_id: object
    rules: object
    count: int

    def step(self, kind, model, tokens_in, tokens_out, latency_ms=None):
        """A StepEstimate from the tokens of one request, and from what earlier calls of the model took; `latency_ms`
        where there were none.
        """
        endpoint, seen = resolve(model), self._seen(kind, model)
        latency_ms = latency_ms if seen["latency_ms"] is None else seen["latency_ms"]
        if seen["completion_tokens"] is not None:
            tokens_out = seen["completion_tokens"]
        total_in, total_out = round(tokens_in * self.count), round(tokens_out * self.count)
        least = self.rules.min_batch_size
        is_batched = least is not None and self.count >= least and adapter_of(model) is not None
        rates = cost_estimates.rates_of([model]).get(model)
        if rates is None and not endpoint.simulated:
            rates = cost_estimates.listed_rates_of(model)
        return StepEstimate(
            name=kind,
            title=str(registry[kind].title),
            model=model,
            requests=self.count,
            input_tokens=total_in,
            output_tokens=total_out,
            is_measured=seen["completion_tokens"] is not None,
            is_batched=is_batched,
            simulated=endpoint.simulated,
            cost_usd=None if rates is None else rates.usd(total_in, total_out, in_batch=is_batched),
            seconds=None if is_batched else self._seconds(endpoint, latency_ms, total_in, total_out),
            latency_ms=latency_ms,
        )

    def _seen(self, kind, model):
        """Means of the newest accepted calls of the organization; one statement."""
        calls = LLMAttempt.objects.filter(
            request__run__organization=self.organization_id,
            request__stage__model=model,
            request__stage__kind__in=(kind, form_trial.KIND) if kind in ANSWERS else (kind,),
            status="ok",
        ).order_by("-pk")[:MEASURED_CALLS]
        found = LLMAttempt.objects.filter(pk__in=calls.values("pk"))
        return found.order_by().aggregate(completion_tokens=Avg("completion_tokens"), latency_ms=Avg("latency_ms"))

    def _seconds(self, endpoint, latency_ms, total_in, total_out):
        """By how long calls take and how many go at a time, or by the rate limits where these are slower."""
        if latency_ms is None:
            return None
        limits = limits_for(self.organization_id, self.rules.rate_limit_profile)(endpoint.provider, endpoint.model)
        by_limits = [
            60 * amount / per_minute
            for amount, per_minute in (
                (self.count, limits.requests),
                (total_in, limits.input_tokens),
                (total_out, limits.output_tokens),
            )
            if per_minute
        ]
        by_calls = self.count * float(latency_ms) / 1000 / min(settings.LLM_CONCURRENCY, max(self.count, 1))
        return max([by_calls, *by_limits])
