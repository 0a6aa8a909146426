"""Set up a grading: which prompts, which models, which judge."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from reviews.engine.tasks import request_due
from reviews.quality.actions import gradings
from reviews.quality.judges import pair_judges
from reviews.quality.models import GradingRun
from reviews.quality.views.forms import GradingForm
from reviews.scorers.forms import filled_in_models, offered_models
from reviews.scorers.registry import EMBEDDER, MODEL, NOTHING, tool_needed

FIELDS = {"name_taken": "name", "version_not_published": "version"}


@requires("manage")
@require_http_methods(["GET", "POST"])
def grading_new(request):
    baseline, *candidates = filled_in_models() or [""]
    form = GradingForm(
        request.POST or None,
        organization=request.organization,
        initial={"baseline_model": baseline, "candidate_models": "\n".join(candidates)},
    )
    if request.method == "POST" and form.is_valid():
        try:
            grading = gradings.create(organization=request.organization, by=request.user, **_given(form.cleaned_data))
        except EvalHubError as error:
            field = error.details.get("field") or FIELDS.get(error.code)
            form.add_error(field if field in form.fields else None, error.message)
        else:
            request_due.delay_on_commit()
            messages.success(request, _("Grading started."))
            return redirect(grading)
    gradings_before = GradingRun.objects.for_organization(request.organization).order_by()
    context = {
        "form": form,
        "suggested": offered_models(),
        "tasks": gradings_before.values_list("task_type", flat=True).distinct(),
        "has_versions": form.fields["version"].queryset.exists(),
        "trail": [{"label": _("Gradings"), "href": reverse("reviews:grading_list")}],
    }
    return render(request, "reviews/quality/grading_new.html", context, status=422 if form.is_bound else 200)


def _given(data):
    """The form's answers as `gradings.create` wants them; of embedder and model the one that the judge needs."""
    tools = {MODEL: data["judge_model"], EMBEDDER: data["judge_model"].strip() or data["embedder"], NOTHING: ""}
    tool = tools[tool_needed(pair_judges[data["judge"]])]
    return {
        "name": data["name"],
        "dataset_version": data["version"],
        "task_type": data["task_type"],
        "baseline_model": data["baseline_model"],
        "candidate_models": data["candidate_models"],
        "judge": data["judge"],
        "judge_model": tool,
        "judge_prompt": data["judge_prompt"],
        "most_cases": data["most_cases"],
        "asks_twice": data["asks_twice"],
    }
