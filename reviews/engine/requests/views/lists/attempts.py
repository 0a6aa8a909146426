"""The attempts of requests: every call to a provider with its tokens, duration and cost."""

from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link
from reviews.engine.models import LLMAttempt
from reviews.engine.models.llm_attempt import SENT
from reviews.engine.requests.views import ledger
from reviews.engine.requests.views.filters import ATTEMPT_FILTERS, runs_named, stages_asking
from reviews.engine.requests.views.lists.requests import LedgerList, hrefs_of_prompts
from reviews.engine.views.failure_labels import failure_label
from reviews.engine.views.labels import ATTEMPT_STATUSES

CELLS = "reviews/engine/requests/attempt_cells.html"
REQUEST_CELLS = "reviews/engine/requests/request_cells.html"
RELATED = ("request__run__annotator", "request__run__task", "request__stage", "batch_item__batch")
TOKENS = ("prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens")
LARGE = ("raw_response", "parameters")


@register("attempts")
class AttemptList(LedgerList):
    title = _("Attempts")
    lead = _("Every call to a provider. A request that failed for a while has several.")
    columns = (
        Column("request", _("Request"), "request_id", template=f"{REQUEST_CELLS}#request"),
        Column("attempt", _("Attempt"), "number", kind="number"),
        Column("status", _("State"), "status", template=f"{CELLS}#state", sort="status"),
        Column("stage", _("Step"), "request.stage.name", template=f"{REQUEST_CELLS}#stage"),
        Column("model", _("Model"), "request.stage.model", kind="mono", sort="request__stage__model"),
        Column("prompt_version", _("Prompt"), "request.stage.prompt_version", kind="mono", default=False),
        Column("run", _("Run"), "request.run", template=f"{REQUEST_CELLS}#run", default=False),
        Column("run_id", _("Run ID"), "request.run_id", kind="mono", default=False),
        Column("item", _("Item"), "request.item_id", kind="mono", default=False),
        Column("prompt_tokens", _("Tokens in"), "prompt_tokens", kind="number", template=f"{REQUEST_CELLS}#tokens"),
        Column(
            "completion_tokens",
            _("Tokens out"),
            "completion_tokens",
            kind="number",
            template=f"{REQUEST_CELLS}#tokens",
        ),
        Column("cached_tokens", _("Cached tokens"), "cached_tokens", kind="number", default=False),
        Column("reasoning_tokens", _("Reasoning tokens"), "reasoning_tokens", kind="number", default=False),
        Column("latency_ms", _("Duration"), "latency_ms", kind="number", template=f"{CELLS}#latency"),
        Column("cost_usd", _("Cost"), "cost_usd", kind="money", template=f"{CELLS}#cost"),
        Column("cost_status", _("Cost status"), "cost_status", default=False),
        Column("error_class", _("Error"), "error_class", kind="mono", sort="error_class", default=False),
        Column("error_message", _("Message"), "error_message", default=False),
        Column("model_returned", _("Answered by"), "model_returned", kind="mono", default=False),
        Column("finish_reason", _("Finish reason"), "finish_reason", kind="mono", default=False),
        Column("parser_version", _("Parser"), "parser_version", kind="mono", default=False),
        Column("batch", _("Batch"), "batch_item.batch.batch_ref", kind="mono", default=False),
        Column("simulated", _("Simulated"), "simulated", template=f"{REQUEST_CELLS}#flag", default=False),
        Column("started_at", _("Started"), "started_at", kind="time", sort="pk"),
    )
    sorts = {key: F(key) for key in (*TOKENS, "latency_ms", "cost_usd")} | {"attempt": F("number")}
    filters = ATTEMPT_FILTERS
    order = "-started_at"
    search_label = _("Request, run or model")
    empty = Empty(
        "scroll-text",
        _("No attempts yet"),
        _("Calls to providers appear here."),
        Link(_("Go to runs"), "reviews:run_list", capability="read"),
    )

    def rows(self):
        found = LLMAttempt.objects.filter(request__run__organization=self.organization).defer(*LARGE)
        return found.select_related(*RELATED)

    def searched(self, rows, text):
        if text.isascii() and text.isdigit() and len(text) < 19:
            return rows.filter(request=int(text))
        return rows.filter(Q(request__run__in=runs_named(text)) | Q(request__stage__in=stages_asking(text)))

    def load(self, rows):
        """Set `run`, and what is said of each: `look`, `error`, `step` and `prompt_href`; no statement."""
        hrefs = hrefs_of_prompts(row.request.stage for row in rows)
        for row in rows:
            stage = row.request.stage
            row.run, row.step = row.request.run, ledger.title_of(stage)
            row.prompt_version, row.prompt_href = stage.prompt_version, hrefs[stage.prompt_version]
            row.look = ATTEMPT_STATUSES[row.status]
            row.error = failure_label(row.error_class) if row.error_class else ""

    def is_live(self, rows):
        return any(row.status == SENT for row in rows)

    def href(self, row):
        return f"{reverse('reviews:request_detail', args=[row.request_id])}#try-{row.number}"
