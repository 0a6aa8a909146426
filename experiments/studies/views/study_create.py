"""Set up a study, anew or with the settings of another."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from experiments.studies.actions import studies
from experiments.studies.forms import StudyForm
from experiments.studies.views.study_frame import study_of
from experiments.studies.views.tabs import trail_of_study
from reviews.engine.tasks import request_due
from reviews.scorers.forms import offered_models


@requires("manage")
@require_http_methods(["GET", "POST"])
def study_create(request):
    """`window` in the address is chosen beforehand."""
    form = StudyForm(
        request.POST if request.method == "POST" else None,
        organization=request.organization,
        window=request.GET.get("window"),
    )

    def create(data):
        return studies.create(
            organization=request.organization,
            name=data["name"],
            window=data["window"],
            settings=form.settings(),
            policy=form.policy(),
            start=data["start"],
            by=request.user,
        )

    return _answer(request, form, create)


@requires("manage")
@require_http_methods(["GET", "POST"])
def study_clone(request, study_id):
    """The settings of a study to be changed and used again; what the form does not show is kept as it is."""
    study = study_of(request, study_id)
    form = StudyForm(request.POST if request.method == "POST" else None, organization=request.organization, study=study)

    def clone(data):
        return studies.clone(
            study=study,
            name=data["name"],
            changes=form.settings(),
            policy=form.policy(),
            start=data["start"],
            by=request.user,
        )

    return _answer(request, form, clone, study=study)


def _answer(request, form, create, study=None):
    if form.is_valid():
        try:
            made = create(form.cleaned_data)
        except EvalHubError as error:
            form.place(error)
        else:
            if form.cleaned_data["start"]:
                request_due.delay_on_commit()
            messages.success(request, _("Study created."))
            return redirect("experiments:study_detail", made.pk)
    context = {
        "form": form,
        "study": study,
        "suggested": offered_models(),
        "trail": trail_of_study(),
        "has_windows": study is not None or form.fields["window"].queryset.exists(),
    }
    return render(request, "experiments/studies/study_create.html", context, status=422 if form.is_bound else 200)
