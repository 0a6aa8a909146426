"""The page of one grading: how far it is, what each candidate reached, the pairs, and what can be done with them."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers
from evalhub.lib.errors import EvalHubError, InvalidInput
from reviews.engine.runs.views import summary
from reviews.quality.actions import grading_calibrations, gradings
from reviews.quality.graders import title_of
from reviews.quality.judges import grader_of, pair_judges
from reviews.quality.models import JudgeTest
from reviews.quality.tasks import compare_pairs, quality_due
from reviews.quality.views import grading_summary
from reviews.quality.views.calibrations import card_of
from reviews.quality.views.grading_pairs import pairs_page
from reviews.quality.views.gradings import grading_of, is_live, is_simulated, judge_title
from reviews.quality.views.labels import references
from reviews.scorers.registry import EMBEDDER, MODEL

TEMPLATE = "reviews/quality/grading_detail.html"


@requires("read")
@require_safe
def grading_detail(request, grading_id):
    """Its live part alone for htmx, which asks for it while the grading goes on and then for the whole page."""
    grading = grading_of(request, grading_id)
    if not request.htmx:
        return show(request, grading)
    if not is_live(grading):
        return HttpResponseClientRefresh()
    context = {"grading": grading, "board": summary.of_run(grading.run)}
    return render(request, f"{TEMPLATE}#live", context)


@requires("manage")
@require_http_methods(["GET", "POST"])
def grading_compare(request, grading_id):
    """Have a judge that is no language model compare the same pairs: few at once, many by the worker."""
    grading = grading_of(request, grading_id)
    if request.method == "GET":
        return redirect(grading)
    try:
        judge, tool = _chosen(request)
        if judge not in pair_judges or MODEL in pair_judges[judge].needs:
            valid = ", ".join(value.partition("|")[0] for value, _title in references())
            raise InvalidInput(
                _("The judge is %(met)s. Valid: %(valid)s.") % {"met": repr(judge)[:60], "valid": valid},
                code="unknown_judge",
            )
        if not grading_calibrations.is_quick(grading=grading, judge=judge, tool=tool):
            compare_pairs.delay_on_commit(str(grading.pk), judge, tool)
            messages.success(request, _("Comparing pairs. Reload in a moment."))
            return redirect(grading)
        count = gradings.grade_with(grading=grading, judge=judge, tool=tool)
    except EvalHubError as error:
        return show(request, grading, problem=error, status=422 if isinstance(error, InvalidInput) else error.status)
    words = ngettext("%(n)s pair was compared.", "%(n)s pairs were compared.", count)
    messages.success(request, words % {"n": numbers.count(count)})
    grader = grader_of(gradings.made_judge(judge=judge, tool=tool))
    return redirect(f"{grading.get_absolute_url()}?{urlencode({'grader': grader})}")


@requires("manage")
@require_http_methods(["GET", "POST"])
def grading_label(request, grading_id):
    """Have people label the pairs: the grading's annotation task is handed out and listed from now on."""
    grading = grading_of(request, grading_id)
    if request.method == "GET":
        return redirect(grading)
    try:
        task = gradings.label_pairs(grading=grading, by=request.user)
    except EvalHubError as error:
        return show(request, grading, problem=error, status=error.status)
    return redirect("annotations:task_detail", task.pk)


@requires("manage")
@require_http_methods(["GET", "POST"])
def grading_calibrate(request, grading_id):
    """Measure the model that judges against a judge that is none: at once, or by the worker where that takes long."""
    grading = grading_of(request, grading_id)
    if request.method == "GET":
        return redirect(grading)
    try:
        reference, tool = _chosen(request)
        found = grading_calibrations.request(grading=grading, reference=reference, tool=tool, by=request.user)
    except EvalHubError as error:
        return show(request, grading, problem=error, status=422 if isinstance(error, InvalidInput) else error.status)
    if found.state != "done":
        quality_due.delay_on_commit()
        messages.success(request, _("Calibrating the judge. Results appear here when done."))
    elif found.has_passed:
        messages.success(request, _("The judge passed."))
    else:
        messages.warning(request, _("The judge did not pass. See the reasons below."))
    return redirect("reviews:calibration_list")


def show(request, grading, *, problem=None, status=200):
    """The page of a grading; `problem` is an EvalHubError that says why nothing was changed."""
    results = grading_summary.results_of(grading, request.GET.get("grader", ""))
    candidate = request.GET.get("candidate", "")
    candidate = candidate if candidate in grading.candidate_models else ""
    page, pairs = pairs_page(request, grading, results.grader, candidate)
    judges_by_model = MODEL in pair_judges[grading.judge].needs
    context = {
        "grading": grading,
        "board": summary.of_run(grading.run),
        "judge": judge_title(grading),
        "is_live": is_live(grading),
        "simulated": is_simulated(grading),
        "results": results,
        "page": page,
        "pairs": pairs,
        "candidate": candidate,
        "problem": problem,
        "references": references(),
        "judges_by_model": judges_by_model,
        "may_manage": request.membership.may("manage"),
        **(_calibrations(grading) if judges_by_model else {}),
        "trail": [{"label": _("Gradings"), "href": reverse("reviews:grading_list")}],
    }
    return render(request, TEMPLATE, context, status=status)


def _calibrations(grading):
    """The Card of the judge's newest calibration that was measured, and a newer one that was not."""
    own = JudgeTest.objects.for_organization(grading.organization)
    found = own.measurements().select_related("grading")
    known = found.filter(judge=grading.grader_id).order_by("-created_at", "-pk")
    newest, measured = known.first(), known.measured().first()
    is_newer = newest is not None and newest.state != "done"
    licences = own.licences() if measured else {}
    card = card_of(measured, licences[measured.judge, measured.simulated]) if measured else None
    attempt = newest if is_newer else None
    return {"calibration": card, "attempt": attempt, "attempt_reference": attempt and title_of(attempt.reference)}


def _chosen(request):
    """(judge, embedder) of the form's choice `judge|embedder`; a provider's embedding model may be typed beside it."""
    judge, _line, tool = request.POST.get("reference", "").partition("|")
    typed = request.POST.get("embedding_model", "").strip()[:200]
    if typed and (judge not in pair_judges or EMBEDDER not in pair_judges[judge].needs):
        raise InvalidInput(
            _("This judge does not use an embedding model. Choose embedding similarity, or leave the model empty."),
            code="needless_model",
        )
    return judge, typed or tool
