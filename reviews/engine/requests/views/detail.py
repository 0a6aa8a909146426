"""One request to a language model with all its tries: what was said, what it cost, why it failed, and read again."""

from dataclasses import dataclass

from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from annotations.models import Annotation
from annotations.queue.actions import exposure
from evalhub.accounts.access import requires
from reviews.engine import prompt_pages
from reviews.engine.models import LLMAttempt, LLMRequest
from reviews.engine.models.llm_attempt import SENT, UNREADABLE
from reviews.engine.requests.views.ledger import title_of
from reviews.engine.requests.views.parser_preview import Rereading, read_again
from reviews.engine.runs.views.summary import requests_address
from reviews.engine.views.failure_labels import failure_label
from reviews.engine.views.labels import ATTEMPT_STATUSES, REQUEST_STATES, StateLabel

RELATED = ("run__task", "run__annotator", "run__organization", "stage__annotator", "item__test_case", "annotation")
RELATED_TO_TRY = ("message__system", "price", "batch_item__batch")
LONGEST_TEXT = 60_000


@dataclass(frozen=True)
class ShownText:
    """A text of a try; `left_out` characters are not shown."""

    title: str
    text: str
    left_out: int


@dataclass(frozen=True)
class Try:
    """One call. `raw` None with `raw_missing` in words; `reading` where it was asked for."""

    attempt: LLMAttempt
    look: StateLabel
    error: str
    texts: list
    raw_missing: str
    is_readable: bool
    reading: Rereading | None


@dataclass(frozen=True)
class Target:
    """What a request is about, and where it leads; `href` "" where there is no page or none for the reader."""

    words: str
    href: str


@requires("read")
@require_safe
def request_detail(request, request_id):
    """The texts are noted as seen: an answer of the reader's own about the item is not blind after this."""
    row = request_of(request.organization, request_id)
    note_seen(row, by=request.membership)
    read = request.GET.get("read", "")
    tries = [_try(row, attempt, is_read=str(attempt.number) == read) for attempt in tries_of(row)]
    context = {
        "row": row,
        "look": REQUEST_STATES[row.state],
        "stage_title": title_of(row.stage),
        "prompt_href": prompt_pages.href_of(row.stage.prompt_version),
        "tries": tries,
        "error": failure_label(row.error_class) if row.error_class else "",
        "trail": [
            {"label": str(row.run), "href": reverse("reviews:run_detail", args=[row.run_id])},
            {"label": _("Requests"), "href": requests_address(row.run, stage=row.stage.name)},
        ],
        "target": _target(row),
        "result": _result(row, request.membership),
        "critique": getattr(row, "critique", None),
    }
    return render(request, "reviews/engine/requests/detail.html", context)


def request_of(organization, request_id):
    """A request of the organization with all it is about; 404 for any other."""
    found = LLMRequest.objects.filter(run__organization=organization).select_related(*RELATED, "critique")
    return get_object_or_404(found, pk=request_id)


def tries_of(row):
    """Its tries in order, with what was said; one statement."""
    return list(row.tries.select_related(*RELATED_TO_TRY))


def note_seen(row, *, by):
    """Note that a member sees what the machines of this run say about the item; two statements."""
    if row.item_id is not None:
        machines = row.run.stages.exclude(annotator=None).values("annotator")
        answers = Annotation.objects.filter(item=row.item_id, annotator__in=machines).select_related("annotator")
        exposure.note_answers(annotations=answers, by=by)


def _try(row, attempt, *, is_read):
    said = getattr(attempt, "message", None)
    return Try(
        attempt=attempt,
        look=ATTEMPT_STATUSES[attempt.status],
        texts=_texts(said),
        error=failure_label(attempt.error_class) if attempt.error_class else "",
        raw_missing=_raw_missing(attempt),
        is_readable=said is not None and bool(said.assistant),
        reading=read_again(row, attempt) if is_read else None,
    )


def _texts(said):
    if said is None:
        return []
    texts = [
        (_("Instructions to the model (system)"), said.system.text if said.system else ""),
        (_("Question (user)"), said.user),
        (_("Answer (assistant)"), said.assistant),
        (_("Reasoning"), said.reasoning),
    ]
    return [ShownText(title, text[:LONGEST_TEXT], max(len(text) - LONGEST_TEXT, 0)) for title, text in texts if text]


def _raw_missing(attempt):
    if attempt.raw_response is not None:
        return ""
    if attempt.status == SENT:
        return _("No answer yet.")
    return _("No longer stored.") if attempt.status in ("ok", UNREADABLE) else _("No answer.")


def _target(row):
    if row.item is None:
        return Target(_("number %(n)s") % {"n": row.target}, "")
    words = _("Item %(number)s") % {"number": row.item.position + 1}
    return Target(words, reverse("annotations:task_item", args=[row.item.task_id, row.item_id]))


def _result(row, membership):
    """The answer that came of it, or None while there is none."""
    if row.annotation_id is None:
        return None
    href = reverse("reviews:audit_item", args=[row.annotation_id]) if membership.may("audit") else ""
    return Target(_("An answer to the form"), href)
