"""What one run looks like at this moment: its stages, batches, failures and money. Read anew whenever it is shown."""

from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from evalhub.lib.reasons import Reason
from reviews.engine.batches.actions.submission import HELD
from reviews.engine.client.endpoints import resolve
from reviews.engine.limits.actions import budgets, provider_health
from reviews.engine.models import EvaluationRun, LLMBatch
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.models.llm_batch import LIVE, SUBMITTING
from reviews.engine.runs.actions import stage_progress
from reviews.engine.runs.views import totals
from reviews.engine.stages import registry
from reviews.engine.views.failure_labels import failure_label, next_step
from reviews.engine.views.labels import BATCH_PHASES, STAGE_STATUSES, StateLabel, label_of_run, note_of_run, stage_title

MOST_BATCHES = 20
MOST_FAILED, EXAMPLES = 500, 5  # failed requests that are read for examples; examples of one reason


@dataclass(frozen=True)
class Part:
    """The requests of a stage that stand alike: `x` and `width` on the bar; `href` leads to them, "" where none are."""

    kind: str
    label: str
    count: int
    x: str
    width: str
    href: str


@dataclass(frozen=True)
class StageLine:
    """One step of a run. `expected` also counts what will follow from answers that are still to come."""

    progress: stage_progress.StageProgress
    title: str
    look: StateLabel
    expected: int
    parts: list
    simulated: bool
    href: str


@dataclass(frozen=True)
class FailureLine:
    """Requests of a stage that failed alike; `words` say why, `message` is the Reason of one of them, or None.

    `examples` are (what the request was about, its address) of the first ones, `next_step` what a person may do.
    """

    stage: str
    words: str
    count: int
    message: Reason | None
    href: str
    examples: list
    next_step: str

    @property
    def more(self):
        return self.count - len(self.examples)


@dataclass(frozen=True)
class BatchLine:
    """A provider batch; `is_waited_for` while some request still owes its end to it, `is_held` while only a person can
    say that its rows are sent again."""

    batch: LLMBatch
    look: StateLabel
    is_waited_for: bool

    @property
    def is_held(self):
        return self.batch.status == SUBMITTING and self.batch.provider_state == HELD


@dataclass(frozen=True)
class Meter:
    """A budget, with how full it is as attributes of a page have it: with a point in every language."""

    title: str
    standing: budgets.BudgetState

    @property
    def value(self):
        return f"{self.standing.spent_usd + self.standing.reserved_usd:.6f}"

    @property
    def most(self):
        return f"{self.standing.limit_usd:.6f}"

    @property
    def is_full(self):
        return self.standing.spent_usd + self.standing.reserved_usd >= self.standing.limit_usd


@dataclass(frozen=True)
class Board:
    """`blocks`: {model: Block} of the run's models that cannot be asked at present. `cost_usd` None: none is known.

    `position` is what a stage of the run says of its `consistency`.
    """

    run: EvaluationRun
    look: StateLabel
    note: str
    stages: list
    failures: list
    batches: list
    meters: list
    blocks: dict
    position: object | None

    @property
    def is_live(self):
        return self.run.status not in ENDED

    @property
    def is_held(self):
        return self.look.code == "waiting for the provider"

    @property
    def simulated(self):
        return any(stage.simulated for stage in self.stages)

    @property
    def failed(self):
        return sum(stage.progress.failed for stage in self.stages)

    @property
    def calls(self):
        return sum(stage.progress.calls for stage in self.stages)

    @property
    def reused(self):
        return sum(stage.progress.reused for stage in self.stages)

    @property
    def unpriced_calls(self):
        return sum(stage.progress.unpriced_calls for stage in self.stages if not stage.simulated)

    @property
    def cost_usd(self):
        known = [stage.progress.cost_usd for stage in self.stages if stage.progress.cost_usd is not None]
        return sum(known, Decimal(0)) if known else None

    @property
    def current(self):
        """The StageLine of the run's current stage, or None."""
        return next((line for line in self.stages if line.progress.name == self.run.current_stage), None)


def of_run(run):
    """The Board of a run that comes with its task, its annotator and prefetched stages; twelve statements at most."""
    lines = stages_of(run)
    titles = {line.progress.name: line.title for line in lines}
    found = (registry[stage.kind].consistency(run) for stage in run.stages.all())
    live = Q(status__in=LIVE)
    rows = run.batches.select_related("stage").annotate(live=live).order_by("-live", "-created_at")[:MOST_BATCHES]
    blocked = provider_health.blocked()
    endpoints = {stage.model: resolve(stage.model) for stage in run.stages.all()}
    pairs = {model: (endpoint.provider, endpoint.model) for model, endpoint in endpoints.items()}
    return Board(
        run=run,
        look=label_of_run(run, sum(line.progress.failed for line in lines), sum(line.progress.total for line in lines)),
        note=note_of_run(run),
        stages=lines,
        failures=_failures(run, titles),
        batches=[BatchLine(batch, BATCH_PHASES[batch.status], batch.live) for batch in rows],
        meters=[
            Meter(_("This run"), budgets.state_of_run(run)),
            Meter(_("The organization this month"), budgets.state_of_month(run.organization)),
        ],
        blocks={model: blocked[pair] for model, pair in pairs.items() if pair in blocked},
        position=next((each for each in found if each is not None), None),
    )


def stages_of(run):
    """The StageLines of a run with prefetched stages, in order; two statements."""
    stages, progress = list(run.stages.all()), stage_progress.of_run(run)
    counts = {each.name: {"total": each.total, "failed": each.failed, "cancelled": each.cancelled} for each in progress}
    wanted = {name: count["total"] for name, count in counts.items()}
    if run.status not in ENDED:
        wanted = totals.expected(stages, counts)
    return [
        StageLine(
            progress=each,
            title=stage_title(each.title),
            look=_label(run, each, wanted[each.name]),
            expected=wanted[each.name],
            parts=_parts(run, each, wanted[each.name]),
            href=requests_address(run, stage=each.name),
            simulated=each.simulated or any(totals.is_simulated(stage) for stage in stages if stage.name == each.name),
        )
        for each in progress
    ]


def requests_address(run, **chosen):
    """Where the requests of a run are listed that stand so, without replaced ones."""
    return f"{reverse('reviews:run_requests', args=[run.pk])}?{urlencode(chosen | {'replaced': 'false'})}"


def _label(run, progress, expected):
    """By its requests first: a stage without barriers is open from the start, and through again and again."""
    if progress.status in ("open", "done") and run.status not in ENDED and progress.ended < expected:
        return STAGE_STATUSES["open" if progress.total else "waiting"]
    return STAGE_STATUSES[progress.status]


def _parts(run, progress, expected):
    counted = [
        ("done", _("done"), progress.done),
        ("failed", _("failed"), progress.failed),
        ("batched", _("in a batch"), progress.batched),
        ("running", _("running"), progress.running),
        ("waiting", _("waiting"), progress.waiting),
        ("cancelled", _("cancelled"), progress.cancelled),
        ("later", _("planned"), expected - progress.total),
    ]
    parts, start = [], 0.0
    for kind, label, count in counted:
        width = 100 * count / expected if expected else 0.0
        href = requests_address(run, stage=progress.name, state=kind) if count and kind != "later" else ""
        parts.append(Part(kind, label, count, f"{start:.3f}%", f"{width:.3f}%", href))
        start += width
    return parts


def _failures(run, titles):
    """The FailureLines, most frequent first; two statements, one without any."""
    found = stage_progress.failures(run)
    examples = _examples(run) if found else {}
    return [
        FailureLine(
            titles.get(failure.stage, failure.stage),
            failure_label(failure.error_class),
            failure.count,
            failure.reason,
            requests_address(run, stage=failure.stage, state="failed", error=failure.error_class),
            examples.get((failure.stage, failure.error_class), []),
            next_step(failure.error_class),
        )
        for failure in found
    ]


def _examples(run):
    """{(stage, class of error): [(label, address)]} of the first failed requests; one statement."""
    failed = run.requests.current().filter(state="failed").order_by("item__position", "pk")
    found = {}
    for pk, stage, error, position in failed.values_list("pk", "stage__name", "error_class", "item__position")[
        :MOST_FAILED
    ]:
        label = _("Request %(n)s") % {"n": pk} if position is None else _("Item %(n)s") % {"n": position + 1}
        lines = found.setdefault((stage, error or "unknown"), [])
        if len(lines) < EXAMPLES:
            lines.append((label, reverse("reviews:request_detail", args=[pk])))
    return found
