"""Pages of windows: a new one, and one with its evidence."""

from django.contrib import messages
from django.db.models.functions import Left, Length
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from evalhub.lib.paging import keyset
from experiments.models import EvidenceView, EvidenceWindow
from experiments.studies.actions import windows
from experiments.studies.forms import VIEW_NAMES, VIEW_ORDER, EvidenceFileForm, EvidenceForm, WindowForm
from experiments.studies.views.tabs import trail_of_window

EXCERPT = 400


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
@require_safe
def window_detail(request, window_id):
    return show(request, window_of(request, window_id))


def show(request, window, *, text_form=None, file_form=None, status=200):
    """The page of a window, with a form that could not be accepted, if any; four statements."""
    rows = window.evidence.annotate(excerpt=Left("raw_content", EXCERPT), characters=Length("raw_content"))
    page = keyset(rows.defer("raw_content"), request, field="position", kind=int)
    made = {}
    for pk, view in EvidenceView.objects.filter(evidence__in=page.rows).values_list("evidence", "view"):
        made.setdefault(pk, set()).add(view)
    context = {
        "window": window,
        "page": page,
        "total": window.evidence.count(),
        "trail": trail_of_window(),
        "lines": [
            {"evidence": row, "views": [VIEW_NAMES[view] for view in VIEW_ORDER[1:] if view in made.get(row.pk, ())]}
            for row in page.rows
        ],
        "studies": window.studies.order_by("-pk")[:20],
        "may_manage": request.membership.may("manage"),
        "text_form": text_form or EvidenceForm(),
        "file_form": file_form or EvidenceFileForm(),
    }
    return render(request, "experiments/studies/window_detail.html", context, status=status)


def window_of(request, window_id):
    """A window of the organization; 404 for any other."""
    return get_object_or_404(EvidenceWindow.objects.for_organization(request.organization), pk=window_id)
