"""An organization's own prompts and knowledge of methods: one draft, published versions that never change.

Drafts of one document are written one after the other (the organization's row is locked), so numbers have no gaps.
"""

import hashlib
import re

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.accounts.models import Membership, Organization
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.jobs.documents.models.method_document import PARTS, MethodDocument
from reviews.jobs.errors import JobError
from reviews.jobs.methods import MethodReviewerRegistry, knowledge
from reviews.jobs.methods.prompt import LARGEST_FILE
from reviews.jobs.stages import method_texts

LONGEST_NOTE = 500
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
LONGEST = {"prompt": LARGEST_FILE, "knowledge": knowledge.LARGEST}


def in_use(*, organization, model_type):
    """The `method_texts.MethodInUse` of an organization: what its next review is asked with."""
    return method_texts.in_use(organization_id=organization.pk, model_type=model_type)


def chosen(*, organization, model_type, names):
    """The MethodInUse of a configuration's {prompt, knowledge_base}; ConfigInvalid lists the valid names."""
    return method_texts.chosen(organization_id=organization.pk, model_type=model_type, names=names)


def resolve(*, organization, model_type, ref):
    """The MethodInUse that `ref` was given for; ConfigInvalid when shipped files are no longer the same."""
    return method_texts.resolve(organization_id=organization.pk, model_type=model_type, ref=ref)


def versions(*, organization, model_type, part):
    """The documents of one part, newest first, with who wrote and who published them. One query."""
    rows = MethodDocument.objects.filter(organization=organization, model_type=model_type, part=part)
    return rows.select_related("created_by", "published_by").order_by("-number")


def shipped(*, model_type, part):
    """The text that comes with the method."""
    reviewer = MethodReviewerRegistry.create(model_type)
    return reviewer.prompt_text() if part == "prompt" else reviewer.knowledge()


def problem_of(*, model_type, part, content):
    """The JobError that stands against publishing a text, or None."""
    reviewer = MethodReviewerRegistry.create(model_type)
    try:
        reviewer.parsed(content) if part == "prompt" else knowledge.checked(content)
    except JobError as error:
        return error
    return None


@transaction.atomic
def save_draft(*, organization, model_type, part, content, note, expects=None, by):
    """Keep a text as the next version, in place of an earlier draft; it may be broken, `problem_of` tells.

    `expects` is the hash of the draft that the text was written over, "" for none. InvalidInput for a text that cannot
    be stored; JobError unknown_method; Conflict `draft_changed` when another draft stands there by now.
    """
    _check_place(model_type, part)
    content, note = _checked(part, content), _note(note)
    Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
    own = MethodDocument.objects.filter(organization=organization, model_type=model_type, part=part)
    draft = own.drafts().select_for_update(of=("self",)).first()  # it may be published at this moment
    if expects is not None and expects != (draft.content_sha256 if draft is not None else ""):
        raise _changed()
    if draft is None:
        newest = own.order_by("-number").values_list("number", flat=True).first()
        draft = MethodDocument(
            organization=organization,
            model_type=model_type,
            part=part,
            number=(newest or 0) + 1,
            created_by=_user(by),
        )
    draft.content, draft.content_sha256, draft.note = content, _sha256(content), note
    draft.save()
    _record("drafted", draft, by)
    return draft


@transaction.atomic
def discard(*, document, by):
    """Drop a draft; Conflict `not_a_draft` for anything else. Its number goes to the next one."""
    deleted, _rows = MethodDocument.objects.drafts().filter(pk=document.pk).delete()
    if not deleted:
        raise _not_a_draft(document)
    _record("discarded", document, by)


@transaction.atomic
def publish(*, document, by):
    """Put a draft in use as it was read: the MethodDocument.

    Raises ConfigInvalid for a broken one, Conflict `not_a_draft`, and `draft_changed` when it was saved meanwhile.
    """
    problem = problem_of(model_type=document.model_type, part=document.part, content=document.content)
    if problem is not None:
        raise problem
    now, drafts = timezone.now(), MethodDocument.objects.drafts().filter(pk=document.pk)
    done = drafts.filter(content_sha256=_sha256(document.content)).update(
        status="published",
        published_at=now,
        published_by=_user(by),
        updated_at=now,
    )
    if not done:
        if drafts.exists():
            raise _changed()
        raise _not_a_draft(document)
    document.refresh_from_db()
    _record("published", document, by)
    return document


def _check_place(model_type, part):
    MethodReviewerRegistry.create(model_type)
    if part not in PARTS:
        raise InvalidInput(f"A method has no part {part!r}. Valid: {', '.join(PARTS)}.", code="bad_part")


def _checked(part, content):
    """The text with line ends as files have them: forms send others."""
    text = content.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LONGEST[part] or not text.strip() or _UNSTORABLE.search(text):
        raise InvalidInput(
            _("The text has %(n)s characters. Valid: 1 to %(most)s, not blank, without NUL.")
            % {"n": len(text), "most": LONGEST[part]},
            code="bad_content",
        )
    return text


def _note(text):
    note = text.strip()
    if len(note) > LONGEST_NOTE or _UNSTORABLE.search(note):
        raise InvalidInput(
            _("The note has %(n)s characters. Valid: at most %(most)s.") % {"n": len(note), "most": LONGEST_NOTE},
            code="bad_note",
        )
    return note


def _record(verb, document, by):
    details = {
        "model_type": document.model_type,
        "part": document.part,
        "number": document.number,
        "content_sha256": document.content_sha256,
    }
    audit.record(organization=document.organization, verb=f"method.{verb}", target=document, details=details, by=by)


def _changed():
    return Conflict(_("The draft has changed in the meantime. Check it, then try again."), code="draft_changed")


def _not_a_draft(document):
    return Conflict(
        _("Version %(n)s is not a draft: it is published or deleted. Valid: the draft.") % {"n": document.number},
        code="not_a_draft",
    )


def _user(by):
    return by.user if isinstance(by, Membership) else by


def _sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()
