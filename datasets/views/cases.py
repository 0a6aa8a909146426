"""Pages of the cases of a version: the list of all, and one in full."""

from django.http import HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from datasets.models import ModelOutput, TestCase
from datasets.views.case_filter import with_form
from datasets.views.case_texts import input_parts
from datasets.views.lists.cases import CaseList
from datasets.views.versions import tabs, trail, version_of
from evalhub.accounts.access import requires
from evalhub.lists import address
from evalhub.lists.views import METHODS, answer


@requires("read")
@require_http_methods(METHODS)
def case_list(request, dataset_id, number):
    version = version_of(request, dataset_id, number)
    declared = CaseList(request, parent=version)
    changed = with_form(address.texts_of(request.GET), declared.fields)
    if changed is not None and request.method != "POST":
        return HttpResponseRedirect("?" + address.query(changed))
    context = {"version": version, "trail": trail(version), "tabs": tabs(version, "cases")}
    return answer(request, declared, context=context)


@requires("read")
@require_safe
def case_detail(request, dataset_id, number, row_index):
    version = version_of(request, dataset_id, number)
    found = TestCase.objects.prefetch_related(ModelOutput.of_cases())
    case = get_object_or_404(found, version=version, row_index=row_index)
    context = {
        "version": version,
        "trail": trail(version, down_to_version=True),
        "case": case,
        "parts": input_parts(case.input),
        "before": row_index - 1 if row_index else None,
        "after": row_index + 1 if row_index + 1 < version.row_count else None,
    }
    return render(request, "datasets/case_detail.html", context)
