"""The sheet of keys: a page of its own, and a dialog of the annotator's page."""

import json

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotations.queue.actions import preferences
from annotations.queue.views.desk import page as benches
from annotations.queue.views.desk.keys import rows
from evalhub.accounts.access import requires
from evalhub.lib.errors import InvalidInput, NotFound

PAGE = "annotations/queue/desk/keys.html"


@requires("annotate")
@require_http_methods(["GET", "POST"])
def preferences_change(request, task_id):
    """Show the sheet, or store the part of the preferences that `part` names: keys, switch, panes or reset."""
    bench = benches.open_bench(request, task_id)
    if request.method == "GET":
        return render(request, PAGE, context(bench.task, preferences.of(user=request.user)))
    changes = _changes(request.POST)
    try:
        own = preferences.change(user=request.user, changes=changes)
    except InvalidInput as error:
        return _refused(request, bench.task, changes, error)
    if request.POST["part"] in ("panes", "switch"):  # scripts ask for these
        return HttpResponse(status=204)
    if not request.htmx:
        messages.success(request, _("Saved."))
        return redirect("annotations:annotate", bench.task.pk)
    return render(request, f"{PAGE}#saved", context(bench.task, own) | {"is_saved": True})


def context(task, own):
    return {"task": task, "own": own, "own_for_page": json.dumps(own.for_page()), "key_rows": rows(own)}


def _changes(post):
    part = post.get("part")
    if part == "panes":
        return {"split": _number(post, "split")}
    if part == "switch":
        return {"keys_on": "keys_on" in post}
    if part == "reset":
        return {"keys": dict(preferences.KEYS)}
    if part == "keys":
        return {
            "keys_on": "keys_on" in post,
            "auto_advance": "auto_advance" in post,
            "break_minutes": _number(post, "break_minutes"),
            "keys": {action: post.get(f"key-{action}", key) for action, key in preferences.KEYS.items()},
        }
    raise NotFound("There is no such part of the preferences.")


def _refused(request, task, changes, error):
    """The sheet as it was filled, with what is wrong beside it; nothing was stored."""
    if "keys" not in changes:
        raise error
    stored, wrong = preferences.of(user=request.user), error.details["fields"]
    typed = preferences.Preferences(**{"split": stored.split, **changes})
    shown = context(task, stored) | {
        "own": typed,
        "key_rows": rows(typed, wrong),
        "error": error.message,
        "break_error": wrong.get("break_minutes"),
    }
    return render(request, f"{PAGE}#form" if request.htmx else PAGE, shown, status=422)


def _number(post, name):
    """The number, or the text itself where it is none: the action says what would be valid."""
    text = post.get(name, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
