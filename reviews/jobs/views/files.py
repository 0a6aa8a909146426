"""The files of a job: its tree, one file as people read it with its quotes marked, and the result files."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from annotations.content import FileFacts, Highlight, exact_text, file_part, letters
from annotations.models import Evidence
from evalhub.accounts.access import requires
from reviews.jobs import results
from reviews.jobs.actions import panels, roots
from reviews.jobs.directory import JobDirectory
from reviews.jobs.errors import JobError
from reviews.jobs.manifest import SCORE
from reviews.jobs.models import Job

FORMATTED_CHARACTERS = 1_000_000  # what is longer is shown exactly, part by part
BEFORE_QUOTE = 2_000
INPUT = "input."


@dataclass(frozen=True)
class TreeLine:
    """A file or folder; `href` "" for what is never read, and `problem` then says why."""

    path: str
    name: str
    depth: int
    size_bytes: int
    is_folder: bool
    href: str
    problem: str = ""
    logical: str = ""


@dataclass(frozen=True)
class Shown:
    """A file's text to show; `logical` is its field in the item, "" for one that was not reviewed."""

    facts: FileFacts
    logical: str
    text: str
    is_stored: bool

    @property
    def path(self):
        return self.facts.path


@dataclass(frozen=True)
class FileQuote:
    """A quote beside the text: who relies on it for which dimension, and its mark."""

    quote: Evidence
    highlight: Highlight
    who: str
    kind: str
    dimension: str
    href: str


@requires("read")
@require_safe
def job_file(request, job_id):
    """One file: formatted by its kind, or exactly, with the passages that models and people rely on marked."""
    job = job_of(request, job_id)
    shown = _shown(job, request.GET.get("path", ""))
    quotes = _quotes(job, shown) if shown.is_stored else []
    view = "source" if request.GET.get("view") == "source" else "formatted"
    context = {
        "job": job,
        "shown": shown,
        "view": view,
        "quotes": quotes,
        "size": len(shown.text),
        "trail": [{"label": str(job), "href": job.get_absolute_url()}],
    }
    highlights = [quote.highlight for quote in quotes]
    context["part"] = _part(job, shown, highlights) if view == "formatted" else None
    if context["part"] is None:
        at = request.GET.get("at", "")
        context |= {
            "view": "source",
            "content": exact_text.exact(
                shown.logical,
                shown.text,
                highlights=highlights,
                start=min(int(at), len(shown.text)) if at.isascii() and at.isdigit() and len(at) < 12 else 0,
            ),
        }
    return render(request, "reviews/jobs/file.html", context)


@requires("read")
@require_safe
def job_download(request, job_id):
    """A result file as it was written, kept with the job whatever its directory holds by now."""
    job = job_of(request, job_id)
    name = request.GET.get("name", "")
    text = result_texts(job).get(name)
    if text is None:
        raise Http404(_("Result file not found."))
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def job_of(request, job_id):
    """A job of the organization with what its pages show, which is noted as seen; 404 for any other."""
    found = Job.objects.for_organization(request.organization).select_related(
        "organization", "run__task", "run__annotator", "method_task", "item__test_case", "created_by", "signed_off_by"
    )
    job = get_object_or_404(found.defer("artifact_text", "item__test_case__input"), pk=job_id)
    panels.note_seen(job=job, by=request.membership)
    return job


def result_texts(job):
    """{file name: text} of what was written into the directory."""
    texts = {results.EVALUATE_FILE: job.evaluate_text, results.REVIEW_FILE: job.review_text}
    if job.strategy == SCORE and (evaluated := job.evaluate_result):
        scored = {key: evaluated[key] for key in ("initiative_id", "confidence", "confidence_range")}
        texts[results.SCORE_FILE] = results.written(scored)
    return {name: text for name, text in texts.items() if text}


def tree_of(job):
    """The TreeLines of the directory as it is now; of the files that were reviewed when it cannot be read."""
    logical = {file["path"]: file["name"] for file in job.files}
    try:
        entries = _directory(job).tree()
    except JobError:
        return [_tree_line(job, file["path"], file["size_bytes"], logical) for file in job.files if not file["missing"]]
    return [_tree_line(job, entry.path, entry.size_bytes, logical, entry.is_folder, entry.problem) for entry in entries]


def quote_address(job, quote):
    """(path of the file, address of the quote in it), both empty for a quote that was not found."""
    path = next((file["path"] for file in job.files if f"{INPUT}{file['name']}" == quote.field), "")
    if not path or quote.start is None:
        return path, ""
    return path, file_address(job, path, quote.start) + quote.anchor


def file_address(job, path, start=None):
    """Where a file is shown; `start`: exactly, near that character."""
    query = {"path": path}
    if start is not None:
        query["view"] = "source"
        if start > exact_text.ROOM // 2:
            query["at"] = start - BEFORE_QUOTE
    return f"{reverse('reviews:job_file', args=[job.pk])}?{urlencode(query)}"


def _directory(job):
    """The JobDirectory; JobError when it is gone, or no longer below a folder of the organization."""
    if job.origin == "registered":
        roots.allowed(job.organization, job.location)
    return JobDirectory(job.location)


def _tree_line(job, path, size_bytes, logical, is_folder=False, problem=""):
    href = "" if is_folder or problem else file_address(job, path)
    return TreeLine(
        path, path.rpartition("/")[2], path.count("/") + 1, size_bytes, is_folder, href, problem, logical.get(path, "")
    )


def _shown(job, path):
    """The text as it was reviewed, else as it stands in the directory; 404 where it is neither."""
    file = next((file for file in job.files if file["path"] == path and not file["missing"]), None)
    texts = job.item.test_case.input if job.item_id else {}
    if file is not None and file["name"] in texts:
        facts = FileFacts(file["name"], path, file["format"], file["size_bytes"])
        return Shown(facts, facts.field, texts[file["name"]], True)
    try:
        text = _directory(job).read(path).decode()
    except (JobError, UnicodeDecodeError) as error:
        raise Http404(_("This file cannot be shown as text.")) from error
    return Shown(FileFacts("", path, "", 0), "", text.replace("\0", "\N{REPLACEMENT CHARACTER}"), False)


def _part(job, shown, highlights):
    """The rendering.Part that formats this file; None for one that is only shown exactly."""
    if not shown.text or len(shown.text) > FORMATTED_CHARACTERS:
        return None
    item_id = job.item_id if shown.is_stored else None
    return file_part(shown.facts, shown.text, item_id=item_id, highlights=highlights)


def _quotes(job, shown):
    """The FileQuotes in a text in the order of reading: one letter for each who said it, a hue for each dimension."""
    found = (
        Evidence.objects.filter(
            judgement__annotation__item=job.item_id,
            judgement__annotation__withdrawn_at=None,
            judgement__annotation__superseded_at=None,
            field=shown.logical,
            start__isnull=False,
        )
        .exclude(judgement__annotation__origin="audit")
        .select_related("judgement__question", "judgement__annotation__annotator")
        .order_by("start", "pk")[:500]
    )
    known = {}
    quotes = []
    for quote in found:
        annotator = quote.judgement.annotation.annotator
        letter = known.setdefault(annotator.pk, letters.letter(len(known)))
        hue = letters.hue(quote.judgement.question.position)
        is_person = annotator.kind == "human"
        quotes.append(
            FileQuote(
                quote,
                Highlight(shown.logical, quote.start, quote.end, quote.pk, letter, hue),
                _("Person") if is_person else annotator.model,
                annotator.kind,
                quote.judgement.question.title,
                file_address(job, shown.path, quote.start) + quote.anchor,
            )
        )
    return quotes
