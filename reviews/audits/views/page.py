"""What the audit page answers with: the whole page, the part that changes from answer to answer, or an alert."""

import json
from dataclasses import dataclass, field

from django.shortcuts import render
from django.utils.translation import gettext as _
from django_htmx.http import replace_url, reswap, retarget

from annotations.queue.actions import drafts
from annotations.queue.views.desk import frame, script
from annotations.tasks.actions import annotators
from evalhub.lib.errors import Conflict
from reviews.audits.actions import blind_modes, decisions, leases, openings, queue, undo
from reviews.audits.views import desk_context, filters

PAGE = "reviews/audits/desk.html"
NEXT_STEP = {"in_other_hands": "take_over", "replaced": "reload", "already_audited": "reload"}

script.register("audit", *script.QUESTIONS, "js/audits/lines.js", "js/audits/quotes.js", "js/audits/desk.js")


@dataclass(frozen=True)
class Typed:
    """What was posted and not stored, with what is wrong: by question key, and in all."""

    decisions: dict = field(default_factory=dict)
    errors: dict = field(default_factory=dict)
    problem: str = ""


def show(request, annotation, *, typed=None, last="", status=200):
    """The page, or for htmx what changes from one answer to the next."""
    context = _context(request, annotation, typed) | {"last": last}
    if not request.htmx or request.htmx.history_restore_request:
        return render(request, PAGE, context, status=status)
    response = render(request, f"{PAGE}#swap", context, status=status)
    return replace_url(response, context["chosen"].address_of(annotation.pk))


def show_form(request, annotation):
    """Only the form, for htmx, so that the item keeps its place."""
    context = _context(request, annotation)
    return render(request, f"{PAGE}#{'answer' if context['view'].hidden else 'review'}-form", context)


def show_alert(request, annotation, error, *, status=409):
    """Only words above the panes, for htmx: the form stays as it is. `annotation` may be None."""
    context = {
        "alert": error.message,
        "action": NEXT_STEP.get(error.code, ""),
        "annotation": annotation,
        "chosen": filters.chosen_of(request),
    }
    response = render(request, f"{PAGE}#alert", context, status=status)
    return reswap(retarget(response, "#alerts"), "innerHTML")


def show_prefetched(request, annotation):
    """The page of the next answer, for the browser to lay by; `X-Prefetched` names it.

    It is in the auditor's hands, and counts as seen, from now on.
    """
    response = render(request, f"{PAGE}#swap", _context(request, annotation))
    response["X-Prefetched"] = stamp(request, annotation)
    return response


def use_prefetched(request, annotation, *, last):
    """Tell the browser to open the page that it has laid by; only what stands around it is drawn."""
    chosen = filters.chosen_of(request)
    leases.take(annotation=annotation, auditor=chosen.auditor)
    context = _around(annotation, blind_modes.view_of(annotation, chosen.auditor), chosen)
    response = render(request, f"{PAGE}#around", context)
    response["X-Use-Prefetched"] = stamp(request, annotation)
    lease = {"seconds_left": leases.SECONDS, "last": str(last), "undo": context["undo_words"]}
    response["X-Lease"] = json.dumps(lease)
    return replace_url(response, chosen.address_of(annotation.pk))


def stamp(request, annotation):
    """Names a page that was laid by: another form, guideline or mode makes it another one."""
    view = blind_modes.view_of(annotation, annotators.of_member(request.membership))
    shown = "hidden" if view.hidden else view.mode
    return f"{annotation.pk}-{shown}-{annotation.schema_version_id}-{annotation.task.guideline_version}"


def check_open(annotation, auditor):
    """Conflict unless the auditor still has something to decide here."""
    if not annotation.judgements.exclude(audits__auditor=auditor).exists():
        raise Conflict(_("You have already audited this answer."), code="already_audited")


def _context(request, annotation, typed=None):
    """Everything on the page. That the machine's answer was seen is noted before it is sent."""
    chosen, typed = filters.chosen_of(request), typed or Typed()
    auditor = chosen.auditor
    view = blind_modes.view_of(annotation, auditor)
    draft = drafts.find(annotator=auditor, annotation=annotation)
    kept = typed.decisions or decisions.of_draft(draft, before_seeing=view.hidden)
    if view.hidden:
        answers = {key: decision.value for key, decision in kept.items()}
        context = desk_context.blind_context(
            annotation, auditor, answers=answers, errors=typed.errors, problem=typed.problem
        )
    else:
        openings.note(annotations=[annotation], auditor=auditor)
        names, item_view = request.membership.may("manage"), request.GET.get("view", "")
        context = desk_context.page_context(
            annotation, auditor, view=item_view, names=names, decisions=kept, errors=typed.errors, problem=typed.problem
        )
    stands = annotation.withdrawn_at is None and annotation.superseded_at is None
    other = leases.take(annotation=annotation, auditor=auditor) if stands else None
    pick = queue.pick_of(annotation, view=view)
    following = chosen.next_after(annotation)
    return (
        frame.context(request, "audit")
        | context
        | _around(annotation, view, chosen)
        | {
            "other": other,
            "pick": pick,
            "why_here": desk_context.why_here(pick),
            "is_open": context.get("is_open", False) and other is None,
            "may_manage": request.membership.may("manage"),
            "draft_version": draft.version if draft else 0,
            "seconds_left": leases.SECONDS,
            "next_href": chosen.address_of(following.pk) if following else "",
            "next_id": following.pk if following else None,
        }
    )


def _around(annotation, view, chosen):
    """What stands outside of the panes: progress, mode, title, and what can be undone."""
    last = undo.last(auditor=chosen.auditor)
    return {
        "annotation": annotation,
        "task": annotation.task,
        "view": view,
        "chosen": chosen,
        "left": chosen.rows.count(),
        "undo_words": _undo_label(last) if last else "",
    }


def _undo_label(last):
    """What the button takes back: "Undo item 16: 3 accepted, 1 changed"."""
    item = _("Undo item %(number)s") % {"number": last.annotation.item.position + 1}
    accepted = _("%(n)s accepted") % {"n": last.accepted} if last.accepted else ""
    changed = _("%(n)s changed") % {"n": last.changed} if last.changed else ""
    return f"{item}: {', '.join(filter(None, [accepted, changed]))}"
