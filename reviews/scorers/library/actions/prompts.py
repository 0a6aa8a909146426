"""An organization's own prompts: one draft, published versions that never change, and labels that point at one.

Drafts of one prompt are written one after the other (the organization's row is locked), so numbers have no gaps.
"""

import re

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.accounts.models import Membership, Organization
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.scorers.models import Prompt, PromptLabel
from reviews.scorers.models.prompt_label import LABELS
from reviews.scorers.stages.prompt_kinds import registry as kinds

LONGEST_NOTE = 500
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


@transaction.atomic
def save_draft(*, organization, kind, name, content, note, expects=None, by):
    """Keep a text as the next version, in place of an earlier draft; it may be broken, `problem_of` of its kind tells.
    A new draft shows the examples of the newest published version.

    `expects` is the hash of the draft that the text was written over, "" for none. NotFound for a prompt that there is
    not; InvalidInput for a text that cannot be stored; Conflict `draft_changed`
    when another draft stands there by now.
    """
    if kind not in kinds or name not in kinds[kind].names():
        raise NotFound(_("Prompt not found."))
    content, note = _checked(kind, content), _note(note)
    Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
    own = Prompt.objects.filter(organization=organization, kind=kind, name=name)
    draft = own.drafts().select_for_update(of=("self",)).first()  # it may be published at this moment
    if expects is not None and expects != (draft.content_sha256 if draft is not None else ""):
        raise _changed()
    if draft is None:
        newest = own.order_by("-version").values_list("version", flat=True).first()
        draft = Prompt(organization=organization, kind=kind, name=name, version=(newest or 0) + 1, created_by=_user(by))
        before = own.published().order_by("-version").values_list("examples", flat=True).first()
        draft.examples = before or []
    draft.content, draft.note = content, note
    draft.content_sha256 = draft.computed_sha256()
    draft.save()
    record(verb="drafted", prompt=draft, by=by)
    return draft


@transaction.atomic
def discard(*, prompt, by):
    """Drop a draft; Conflict `not_a_draft` for anything else. Its number goes to the next one."""
    deleted, _rows = Prompt.objects.drafts().filter(pk=prompt.pk).delete()
    if not deleted:
        raise not_a_draft(prompt=prompt)
    record(verb="discarded", prompt=prompt, by=by)


@transaction.atomic
def publish(*, prompt, by):
    """Publish a draft as it was read: the Prompt. It is in use unless the label of production points elsewhere.

    Raises the error of its kind for a broken one, Conflict `not_a_draft`, and `draft_changed` when it was saved
    meanwhile.
    """
    problem = problem_of(kind=prompt.kind, name=prompt.name, content=prompt.content)
    if problem is not None:
        raise problem
    now, drafts = timezone.now(), Prompt.objects.drafts().filter(pk=prompt.pk)
    done = drafts.filter(content_sha256=prompt.computed_sha256()).update(
        status="published",
        published_at=now,
        published_by=_user(by),
        updated_at=now,
    )
    if not done:
        if drafts.exists():
            raise _changed()
        raise not_a_draft(prompt=prompt)
    prompt.refresh_from_db()
    record(verb="published", prompt=prompt, by=by)
    return prompt


@transaction.atomic
def set_label(*, organization, version, label, by):
    """Point a label at a Version, which may be a shipped one: the PromptLabel. Conflict `not_published` for a draft."""
    _check_label(label)
    if version.is_draft:
        raise Conflict(_("A draft has no labels. Publish it first."), code="not_published")
    row, _is_new = PromptLabel.objects.update_or_create(
        organization=organization,
        kind=version.kind,
        name=version.name,
        label=label,
        defaults={"prompt": version.prompt, "shipped": version.shipped, "moved_by": _user(by)},
    )
    _record_label("labelled", organization, version.kind, version.name, {"label": label, "version": version.key}, by)
    return row


@transaction.atomic
def remove_label(*, organization, kind, name, label, by):
    """Take a label away: without one of production the newest published version is in use. NotFound without it."""
    _check_label(label)
    rows = PromptLabel.objects.filter(organization=organization, kind=kind, name=name, label=label)
    deleted, _rows = rows.delete()
    if not deleted:
        raise NotFound(_("This prompt does not have this label."))
    _record_label("unlabelled", organization, kind, name, {"label": label}, by)


def problem_of(*, kind, name, content):
    """The error that stands against publishing a text, or None."""
    return kinds[kind].problem_of(name, content)


def _check_label(label):
    if label not in LABELS:
        words = _("The label is %(met)s. Valid: %(valid)s.") % {"met": repr(label)[:60], "valid": ", ".join(LABELS)}
        raise InvalidInput(words, code="unknown_label", details={"valid": list(LABELS)})


def _checked(kind, content):
    """The text with line ends as files have them: forms send others."""
    text, most = content.replace("\r\n", "\n").replace("\r", "\n"), kinds[kind].longest
    if len(text) > most or not text.strip() or _UNSTORABLE.search(text):
        raise InvalidInput(
            _("The text has %(n)s characters. Valid: 1 to %(most)s, not blank, without NUL.")
            % {"n": len(text), "most": most},
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


def record(*, verb, prompt, by):
    details = {
        "kind": prompt.kind,
        "name": prompt.name,
        "version": prompt.version,
        "content_sha256": prompt.content_sha256,
    }
    audit.record(organization=prompt.organization, verb=f"prompt.{verb}", target=prompt, details=details, by=by)


def _record_label(verb, organization, kind, name, details, by):
    details = {"kind": kind, "name": name} | details
    audit.record(organization=organization, verb=f"prompt.{verb}", details=details, by=by)


def _changed():
    return Conflict(_("The draft has changed in the meantime. Check it, then try again."), code="draft_changed")


def not_a_draft(*, prompt):
    return Conflict(
        _("Version %(n)s is not a draft: it is published or deleted. Valid: the draft.") % {"n": prompt.version},
        code="not_a_draft",
    )


def _user(by):
    return by.user if isinstance(by, Membership) else by
