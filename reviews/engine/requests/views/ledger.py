"""The ledger of requests to language models: of one run, or of all of an organization; as a page and as CSV."""

import csv
import io
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Q, Sum
from django.http import StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.errors import InvalidInput
from evalhub.lib.paging import keyset
from evalhub.lib.reasons import Reason
from evalhub.lib.spreadsheet import safe_row
from reviews.engine.models import LLMAttempt, LLMRequest, RunStage
from reviews.engine.models.llm_attempt import SENT
from reviews.engine.requests.views.filters import CURRENT, Search
from reviews.engine.runs.views.detail import run_of
from reviews.engine.stages import registry
from reviews.engine.views.failure_labels import WORDS, failure_label
from reviews.engine.views.labels import REQUEST_STATES, StateLabel, stage_title
from reviews.engine.views.tabs import console_tabs

RELATED = ("run__annotator", "run__task", "stage", "item")
ROWS_PER_READ = 1000
COLUMNS = {
    "run_id": "request__run",
    "run": "request__run__name",
    "stage": "request__stage__name",
    "model": "request__stage__model",
    "prompt_version": "request__stage__prompt_version",
    "request_id": "request",
    "target": "request__target",
    "item_id": "request__item",
    "request_version": "request__request_version",
    "replaced": "request__replaced",
    "state": "request__state",
    "attempt": "number",
    "status": "status",
    "error_class": "error_class",
    "error_message": "error_message",
    "started_at": "started_at",
    "latency_ms": "latency_ms",
    "prompt_tokens": "prompt_tokens",
    "completion_tokens": "completion_tokens",
    "cached_tokens": "cached_tokens",
    "reasoning_tokens": "reasoning_tokens",
    "cost_usd": "cost_usd",
    "cost_status": "cost_status",
    "model_returned": "model_returned",
    "finish_reason": "finish_reason",
    "parser_version": "parser_version",
    "simulated": "simulated",
    "batch": "batch_item__batch__batch_ref",
    "reused_from": "request__reused_from",
}


@dataclass(frozen=True)
class Spent:
    """The tries of one request; tokens and money None while none is known."""

    tries: int = 0
    tokens: int | None = None
    cost_usd: Decimal | None = None
    unpriced_calls: int = 0
    simulated: bool = False


@dataclass(frozen=True)
class LedgerLine:
    """One request; `error` says in words why it failed or what its last try met."""

    request: LLMRequest
    look: StateLabel
    stage: str
    error: str
    spent: Spent


@requires("read")
@require_safe
def ledger(request):
    """All requests of the organization that fit, newest first; four statements, however many."""
    return _page(request, reverse("reviews:ledger_csv"), {"tabs": console_tabs("ledger")})


@requires("read")
@require_safe
def run_requests(request, run_id):
    """The requests of one run."""
    run = run_of(request, run_id)
    trail = [
        {"label": _("Runs"), "href": reverse("reviews:run_list")},
        {"label": str(run), "href": reverse("reviews:run_detail", args=[run.pk])},
    ]
    frame = {"run": run, "trail": trail, "tabs": console_tabs("runs")}
    return _page(request, reverse("reviews:run_requests_csv", args=[run.pk]), frame)


@requires("read")
@require_safe
def ledger_csv(request):
    """Every try of the requests that fit, oldest first; then those that took an earlier answer, without a try."""
    return _csv(requests_of(request.organization), request.GET, "ledger.csv")


@requires("read")
@require_safe
def run_requests_csv(request, run_id):
    run = run_of(request, run_id)
    return _csv(requests_of(request.organization).filter(run=run), request.GET, f"run-{run.pk}.csv")


def requests_of(organization):
    return LLMRequest.objects.filter(run__organization=organization)


def lines_of(requests):
    """A LedgerLine for each request, which comes with RELATED; one statement."""
    rows = LLMAttempt.objects.filter(request__in=[row.pk for row in requests]).exclude(status=SENT).order_by()
    sums = rows.values("request_id").annotate(
        tries=Count("pk"),
        tokens=Sum("prompt_tokens") + Sum("completion_tokens"),
        cost=Sum("cost_usd"),
        unpriced_calls=Count("pk", filter=Q(cost_status="unpriced", simulated=False)),
        of_simulation=Count("pk", filter=Q(simulated=True)),
    )
    spent = {
        row["request_id"]: Spent(
            row["tries"], row["tokens"], row["cost"], row["unpriced_calls"], simulated=row["of_simulation"] > 0
        )
        for row in sums
    }
    return [
        LedgerLine(row, REQUEST_STATES[row.state], title_of(row.stage), _error(row), spent.get(row.pk, Spent()))
        for row in requests
    ]


def title_of(stage):
    return stage_title(registry[stage.kind].title)


def _page(request, csv_href, frame):
    search, problem = Search.read(request.GET), ""
    run = frame.get("run")
    found = requests_of(request.organization) if run is None else LLMRequest.objects.filter(run=run)
    try:
        found = search.narrow(found)
    except InvalidInput as error:
        found, problem = found.none(), error.message
    page = keyset(found.select_related(*RELATED), request, field="pk", kind=int, descending=True)
    context = frame | {
        "page": page,
        "lines": lines_of(page.rows),
        "search": search,
        "problem": problem,
        "csv_href": f"{csv_href}?{search.query}",
        "states": REQUEST_STATES,
        "stages": _stages(request, run),
        "errors": sorted(WORDS),
        "current": CURRENT,
    }
    return render(request, "reviews/engine/requests/ledger.html", context, status=400 if problem else 200)


def _stages(request, run):
    """[(name, title)] of the stages there are to choose from."""
    stages = RunStage.objects.filter(run__organization=request.organization)
    known = (stages if run is None else stages.filter(run=run)).order_by("name").values_list("name", "kind").distinct()
    return list({name: stage_title(registry[kind].title) for name, kind in known}.items())


def _error(row):
    if row.state == "failed":
        return failure_label(row.error_class or "unknown")
    return "" if row.state == "done" else str(row.last_error or "")


def _csv(requests, query, name):
    found = Search.read(query).narrow(requests)
    response = StreamingHttpResponse(_table(found), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _table(requests):
    """The table in pieces: each is read by itself, so that no statement takes long."""
    yield "\ufeff" + _rows([list(COLUMNS)])
    last = 0
    while True:
        tries = LLMAttempt.objects.filter(request__in=requests, pk__gt=last).order_by("pk")
        rows = list(tries.values_list("pk", *COLUMNS.values())[:ROWS_PER_READ])
        if not rows:
            break
        yield _rows([row[1:] for row in rows])
        last = rows[-1][0]
    yield from _reused(requests)


def _reused(requests):
    """A row for each request that took an earlier answer: it made no call, and cost nothing."""
    own = {column: name.removeprefix("request__") for column, name in COLUMNS.items() if name.startswith("request")}
    own["request_id"] = "pk"
    known, last = {"cost_usd": 0, "cost_status": "reused"}, 0
    while True:
        found = requests.exclude(reused_from=None).filter(pk__gt=last).order_by("pk")
        rows = list(found.values_list(*own.values())[:ROWS_PER_READ])
        if not rows:
            return
        named = [known | dict(zip(own, row, strict=True)) for row in rows]
        yield _rows([[each.get(column) for column in COLUMNS] for each in named])
        last = named[-1]["request_id"]


def _in_english(cell):
    return cell.english if isinstance(cell, Reason) else cell


def _rows(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(safe_row([_in_english(cell) for cell in row]) for row in rows)
    return text.getvalue()
