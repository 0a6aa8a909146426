"""Pages of windows: a new one, and one with its evidence."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from evalhub.lists.views import METHODS, answer
from experiments.models import EvidenceWindow
from experiments.studies.actions import windows
from experiments.studies.forms import EvidenceFileForm, EvidenceForm, WindowForm
from experiments.studies.views.lists.evidence import EvidenceList
from experiments.studies.views.tabs import trail_of_window


@requires("manage")
@require_http_methods(["GET", "POST"])
def window_create(request):
    form = WindowForm(request.POST) if request.method == "POST" else WindowForm()
    if form.is_valid():
        try:
            window = windows.create(organization=request.organization, by=request.user, **form.cleaned_data)
        except EvalHubError as error:
            form.place(error)
        else:
            messages.success(request, _("Evidence set created. Add its texts next."))
            return redirect("experiments:window_detail", window.pk)
    context = {"form": form, "trail": trail_of_window()}
    return render(request, "experiments/studies/window_create.html", context, status=422 if form.is_bound else 200)


@requires("read")
@require_http_methods(METHODS)
def window_detail(request, window_id):
    window = window_of(request, window_id)
    return answer(request, EvidenceList(request, parent=window), context=_page(request, window))


def refused(request, window, *, text_form=None, file_form=None):
    """The page of a window with the form that could not be accepted, without its evidence."""
    context = _page(request, window) | {
        name: form for name, form in (("text_form", text_form), ("file_form", file_form)) if form is not None
    }
    return render(request, "experiments/studies/window_detail.html", context, status=422)


def _page(request, window):
    return {
        "window": window,
        "has_evidence": window.evidence.exists(),
        "trail": trail_of_window(),
        "studies": window.studies.order_by("-pk")[:20],
        "may_manage": request.membership.may("manage"),
        "text_form": EvidenceForm(),
        "file_form": EvidenceFileForm(),
    }


def window_of(request, window_id):
    """A window of the organization; 404 for any other."""
    return get_object_or_404(EvidenceWindow.objects.for_organization(request.organization), pk=window_id)
