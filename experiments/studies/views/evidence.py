"""Bring evidence into a window, by hand or from a file, and read one text in all its views."""

from dataclasses import dataclass

from django.contrib import messages
from django.db.models.functions import Left, Length
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from experiments.studies.actions import evidence
from experiments.studies.forms import VIEW_NAMES, VIEW_ORDER, EvidenceFileForm, EvidenceForm
from experiments.studies.settings import RAW
from experiments.studies.views.tabs import trail_of_window
from experiments.studies.views.windows import refused, window_of
from reviews.engine.models.llm_attempt import simulated_among

MOST_CHARACTERS = 100_000


@dataclass(frozen=True)
class ViewShown:
    """One view of a text; `text` None: it is not made yet. `left_out`: how many characters the page does not show."""

    name: str
    text: str | None
    left_out: int = 0
    simulated: bool = False


@requires("manage")
@require_http_methods(["GET", "POST"])
def evidence_add(request, window_id):
    window = window_of(request, window_id)
    if request.method == "GET":
        return redirect("experiments:window_detail", window.pk)
    form = EvidenceForm(request.POST)
    if form.is_valid():
        try:
            added = evidence.add(window=window, by=request.user, **form.cleaned_data)
        except EvalHubError as error:
            form.place(error)
        else:
            messages.success(request, _("%(label)s added.") % {"label": added.label})
            return redirect("experiments:window_detail", window.pk)
    return refused(request, window, text_form=form)


@requires("manage")
@require_http_methods(["GET", "POST"])
def evidence_import(request, window_id):
    window = window_of(request, window_id)
    if request.method == "GET":
        return redirect("experiments:window_detail", window.pk)
    form = EvidenceFileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            done = evidence.read_file(window=window, upload=form.cleaned_data["file"], by=request.user)
        except EvalHubError as error:
            form.place(error)
        else:
            words = ngettext("%(n)s text added.", "%(n)s texts added.", done.count) % {"n": done.count}
            if done.ignored_columns:
                names = ", ".join(done.ignored_columns[:20])
                words += " " + _("Ignored columns: %(names)s.") % {"names": names}
            messages.success(request, words)
            return redirect("experiments:window_detail", window.pk)
    return refused(request, window, file_form=form)


@requires("read")
@require_safe
def evidence_detail(request, window_id, position):
    """One text beside what was made of it; five statements."""
    window = window_of(request, window_id)
    found = window.evidence.annotate(start=Left("raw_content", MOST_CHARACTERS), characters=Length("raw_content"))
    row = get_object_or_404(found.defer("raw_content"), position=position)
    made = {
        view.view: view
        for view in row.views.annotate(start=Left("text", MOST_CHARACTERS), characters=Length("text")).defer("text")
    }
    simulated = simulated_among(view.request_id for view in made.values())
    near = window.evidence.filter(position__in=(position - 1, position + 1)).values_list("position", flat=True)
    beside = {n: reverse("experiments:evidence_detail", args=[window.pk, n]) for n in near}
    context = {
        "window": window,
        "evidence": row,
        "shown": [_shown(view, row if view == RAW else made.get(view), simulated) for view in VIEW_ORDER],
        "before": beside.get(position - 1),
        "after": beside.get(position + 1),
        "trail": [
            *trail_of_window(),
            {"label": window.name, "href": reverse("experiments:window_detail", args=[window.pk])},
        ],
    }
    return render(request, "experiments/studies/evidence_detail.html", context)


def _shown(view, row, simulated):
    name = VIEW_NAMES[view]
    if row is None:
        return ViewShown(name, None)
    return ViewShown(
        name,
        row.start,
        left_out=max(0, row.characters - MOST_CHARACTERS),
        simulated=view != RAW and row.request_id in simulated,
    )
