"""The sheet of keys: a page of its own, and a dialog of each desk."""

import json

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotations.queue.actions import preferences
from annotations.queue.views.desk.keys import rows
from evalhub.accounts.access import requires
from evalhub.lib.errors import InvalidInput, NotFound

PAGE = "desk/keys.html"


@requires("annotate")
@require_http_methods(["GET", "POST"])
def preferences_change(request, desk):
    """Show the sheet, or store the part of the preferences that `part` names: keys, switch, panes or reset."""
    if desk not in preferences.DESKS:
        raise Http404("There is no such desk.")
    if request.method == "GET":
        return render(request, PAGE, context(desk, preferences.of(user=request.user)))
    changes = _changes(request.POST, preferences.DESKS[desk])
    try:
        own = preferences.change(user=request.user, changes=changes)
    except InvalidInput as error:
        # The sheet as it was filled, with what is wrong beside it; nothing was stored.
        if "keys" not in changes:
            raise error
        stored, wrong = preferences.of(user=request.user), error.details["fields"]
        typed = preferences.Preferences(**{"split": stored.split, **changes, "keys": stored.keys | changes["keys"]})
        shown = context(desk, stored) | {
            "own": typed,
            "key_rows": rows(desk, typed, wrong),
            "error": error.message,
            "break_error": wrong.get("break_minutes"),
        }
        return render(request, f"{PAGE}#form" if request.htmx else PAGE, shown, status=422)
    if request.POST["part"] in ("panes", "switch"):  # scripts ask for these
        return HttpResponse(status=204)
    if not request.htmx:
        messages.success(request, _("Saved."))
        return redirect("annotations:preferences_change", desk)
    return render(request, f"{PAGE}#saved", context(desk, own) | {"is_saved": True})


def context(desk, own):
    return {"desk": desk, "own": own, "own_for_page": json.dumps(own.for_page(desk)), "key_rows": rows(desk, own)}


def _changes(post, keys):
    part = post.get("part")
    if part == "panes":
        return {"split": _number(post, "split")}
    if part == "switch":
        return {"keys_on": "keys_on" in post}
    if part == "reset":
        return {"keys": keys}
    if part == "keys":
        return {
            "keys_on": "keys_on" in post,
            "auto_advance": "auto_advance" in post,
            "break_minutes": _number(post, "break_minutes"),
            "keys": {action: post.get(f"key-{action}", key) for action, key in keys.items()},
        }
    raise NotFound("There is no such part of the preferences.")


def _number(post, name):
    """The number, or the text itself where it is none: the action says what would be valid."""
    text = post.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
