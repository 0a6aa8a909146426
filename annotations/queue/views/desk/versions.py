"""Two versions of one draft side by side, and one made of both, question by question; the same on every desk."""

from dataclasses import dataclass

from django.shortcuts import render
from django_htmx.http import reswap, retarget

from annotations.queue.actions.drafts import COMMENT, NOTES
from evalhub.lib.errors import InvalidInput

KEEP = ("mine", "theirs", "chosen")


@dataclass(frozen=True)
class VersionRow:
    """A question where the two differ; `mine_note` and `theirs_note` are what stands beside the answers."""

    key: str
    title: str
    mine: str
    theirs: str
    mine_note: str = ""
    theirs_note: str = ""


def differing(specs, mine, theirs):
    """The questions whose answer or note is not the same in both drafts."""
    return [
        spec
        for spec in specs
        if mine.get(spec.key) != theirs.get(spec.key) or note(mine, spec.key) != note(theirs, spec.key)
    ]


def note(draft, key):
    return draft.get(NOTES, {}).get(key, {})


def show(request, rows, *, version, merge_url, form_id):
    """The VersionRows above the panes, 409; what is chosen goes to `merge_url` together with the form."""
    context = {"rows": rows, "version": version, "merge_url": merge_url, "form_id": form_id}
    response = render(request, "desk/conflict.html", context, status=409)
    return reswap(retarget(response, "#alerts"), "innerHTML")


def merged(specs, mine, theirs, post):
    """The draft that `keep` asks for: mine, theirs, or chosen by question; a note goes with its answer."""
    keep = post.get("keep")
    if keep not in KEEP:
        raise InvalidInput(f"keep is {keep!r}. Valid: {', '.join(KEEP)}.", code="bad_choice")
    if keep != "chosen":
        return mine if keep == "mine" else theirs
    sides = {spec.key: theirs if post.get(f"take-{spec.key}") == "theirs" else mine for spec in specs}
    answers = {key: side[key] for key, side in sides.items() if key in side}
    notes = {key: note(side, key) for key, side in sides.items() if note(side, key)}
    beside = {NOTES: notes, COMMENT: mine.get(COMMENT) or theirs.get(COMMENT)}
    return answers | {key: value for key, value in beside.items() if value}
