"""The form of the annotator's page: what was posted, and what is drawn of it."""

import uuid
from dataclasses import dataclass, field

from django.utils import timezone

from annotations.labels import schema
from annotations.labels.widgets import widget
from annotations.queue.actions import drafts
from annotations.queue.actions.drafts import COMMENT, NOTES
from annotations.queue.models.draft import MAX_PAGE_ID
from annotations.tasks.actions import form as forms
from annotations.tasks.models import SchemaVersion
from evalhub.lib.errors import InvalidInput


@dataclass(frozen=True)
class Typed:
    """Answers and notes as they were posted, before they count, with what is wrong by question key."""

    form: forms.Form
    answers: dict
    submission_id: uuid.UUID
    notes: dict = field(default_factory=dict)
    comment: str = ""
    draft_version: int = 0
    page_save: drafts.PageSave | None = None
    revises: int | None = None
    errors: dict = field(default_factory=dict)

    @property
    def as_draft(self):
        beside = {NOTES: self.notes, COMMENT: self.comment}
        return self.answers | {key: value for key, value in beside.items() if value}


@dataclass(frozen=True)
class ShownQuestion:
    """A question as it is drawn, whether it is asked given the answers at hand, and whether it needs an answer."""

    widget: dict
    is_asked: bool
    is_required: bool


def read(request, bench):
    """The posted form as Typed, by the form version that the page was drawn with; an id that is no id is refused."""
    given = request.POST.get("submission_id")
    try:
        submission_id = uuid.UUID(given) if given else uuid.uuid4()
    except ValueError:
        raise InvalidInput("submission_id is not an id. Reload the page.", code="bad_submission_id") from None
    form = posted_form(request, bench)
    return Typed(
        form=form,
        answers=schema.read_form(form.specs, request.POST),
        submission_id=submission_id,
        notes=schema.read_notes(form.specs, request.POST),
        comment=request.POST.get("c-item", "").strip(),
        draft_version=whole(request.POST, "draft_version"),
        page_save=page_save(request.POST),
        revises=whole(request.POST, "revises") or None,
    )


def of_answer(bench, reopened):
    """The answer that stands as Typed, to be corrected; `reopened` is what `leases.reopen` gives."""
    answers = dict(reopened.answers)
    return Typed(
        form=bench.form,
        notes=answers.pop(NOTES, {}),
        answers=answers,
        submission_id=uuid.uuid4(),
        revises=reopened.revises,
    )


def posted_form(request, bench):
    """The Form that the page was drawn with: the task's own, or an earlier version of it."""
    number = whole(request.POST, "schema_version") or bench.task.schema_version_id
    if number == bench.task.schema_version_id:
        return bench.form
    if not SchemaVersion.objects.filter(pk=number, task=bench.task).exists():
        raise InvalidInput("This task has no such form. Reload the page.", code="bad_schema_version")
    return forms.load(number)


def whole(post, name):
    """A posted whole number, 0 when there is none."""
    text = post.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise InvalidInput(f"{name} is not a whole number. Reload the page.", code="bad_version")
    return int(text)


def page_save(post):
    """The PageSave that a draft was posted with, or None: a form sent without a script has none."""
    page = post.get("draft_page", "")
    if len(page) > MAX_PAGE_ID:
        raise InvalidInput("draft_page is not the id of a page. Reload the page.", code="bad_draft_page")
    return drafts.PageSave(page, whole(post, "draft_save")) if page else None


def context(bench, lease, shown, typed=None):
    """The questions with the typed answers, else with the draft's; one statement for the draft."""
    draft = None if typed else drafts.find(assignment=lease.assignment_id)
    form = typed.form if typed else bench.form
    kept = typed.as_draft if typed else draft.answers if draft else {}
    errors = typed.errors if typed else {}
    return {
        "lease": lease,
        "seconds_left": seconds_left(lease),
        "form": form,
        "draft_version": typed.draft_version if typed else draft.version if draft else 0,
        "submission_id": typed.submission_id if typed else uuid.uuid4(),
        "questions": questions(form, kept, shown, seed=lease.display_seed, errors=errors),
        "has_conditions": form.is_conditional,
        "has_errors": bool(errors),
        "revises": typed.revises if typed else None,
        "comment": kept.get(COMMENT, ""),
    }


def seconds_left(lease):
    """Whole seconds until a lease ends, 0 once it has."""
    if lease.lease_until is None:
        return 0
    return max(0, int((lease.lease_until - timezone.now()).total_seconds()))


def visibility(specs, answers):
    """{key: {"shown", "required"}} of each question for these answers, as the page asks for it."""
    asked, required = schema.visible(specs, answers), schema.required(specs, answers)
    return {spec.key: {"shown": spec.key in asked, "required": spec.key in required} for spec in specs}


def questions(form, kept, shown, *, seed=0, errors=None, prefix="q"):
    """The ShownQuestions of a form, filled from `kept`: {key: answer} and, under `_remarks`, {key: note}."""
    errors, notes = errors or {}, kept.get(NOTES, {})
    asked, required = schema.visible(form.specs, kept), schema.required(form.specs, kept)
    first = next((spec.key for spec in form.specs if spec.key in errors), None)
    return [
        ShownQuestion(
            widget=widget(
                spec,
                kept.get(spec.key),
                errors.get(spec.key, ""),
                prefix=prefix,
                autofocus_first=spec.key == first,
                shown=shown,
                seed=seed,
                note=notes.get(spec.key),
            ),
            is_asked=spec.key in asked,
            is_required=spec.key in required,
        )
        for spec in form.specs
    ]
