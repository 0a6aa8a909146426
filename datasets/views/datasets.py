"""Pages of datasets: a new one with its first file, one with its versions."""

from django.db import transaction
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from datasets.actions import datasets
from datasets.forms import DatasetForm, UploadForm
from datasets.models import Dataset, PartialUpload
from datasets.tasks import import_due
from datasets.views.lists.versions import VersionList
from datasets.views.versions import dataset_crumb
from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from evalhub.lists.views import METHODS, answer

PAGE = "datasets/dataset_create.html"
MOST_REFUSED = 5


@requires("manage")
@require_http_methods(["GET", "POST"])
def dataset_create(request):
    """A dataset and its first file in one step: both or none."""
    initial = {"purpose": request.GET.get("purpose", "")}
    form, taken = DatasetForm(*_sent(request), uploads=own_uploads(request), initial=initial), None
    if form.is_valid():
        taken = _taken(request, form.cleaned_data)
        version = _created(request, form)
        if version is not None:
            return redirect(version)
    refused = Dataset.objects.for_organization(request.organization).listed().refused().with_latest_version()
    context = {"form": form, "refused": refused[:MOST_REFUSED], "taken": taken}
    return render(request, PAGE, context, status=422 if form.is_bound else 200)


@requires("manage")
@require_safe
def name_check(request):
    """Whether the name of a new dataset is free, before its file is sent."""
    return render(request, f"{PAGE}#taken", {"taken": _taken(request, request.GET)})


def _taken(request, sent):
    return datasets.taken_name(organization=request.organization, name=sent.get("name", ""))


@requires("read")
@require_http_methods(METHODS)
def dataset_detail(request, dataset_id):
    dataset = _dataset(request, dataset_id)
    newest = dataset.versions.filter(status="PUBLISHED").order_by("-version_number").first()
    context = {"dataset": dataset, "newest": newest, "may_manage": request.membership.may("manage")}
    return answer(request, VersionList(request, parent=dataset), context=context)


@requires("manage")
@require_http_methods(["GET", "POST"])
def version_create(request, dataset_id):
    """The next version of a dataset; its columns may mean what they meant in the last one that was valid."""
    dataset = _dataset(request, dataset_id)
    latest = dataset.versions.usable().order_by("-version_number").first()
    form = UploadForm(*_sent(request), mapped_like=latest, uploads=own_uploads(request))
    if form.is_valid():
        version = _received(dataset, form, note=form.cleaned_data["note"], by=request.user)
        if version is not None:
            return redirect(version)
    context = {"form": form, "dataset": dataset, "trail": [dataset_crumb(dataset)]}
    return render(request, "datasets/version_create.html", context, status=422 if form.is_bound else 200)


def _sent(request):
    """What was posted, for a form; an empty post is one too."""
    return (request.POST, request.FILES) if request.method == "POST" else ()


def own_uploads(request):
    return PartialUpload.objects.of(request.organization, request.user)


def _dataset(request, dataset_id):
    found = Dataset.objects.for_organization(request.organization).select_related("created_by")
    return get_object_or_404(found, pk=dataset_id)


def _created(request, form):
    """The first version of a new dataset; None when an action refused, its words beside their field."""
    data = form.cleaned_data
    own = {name: data[name] for name in ("name", "type", "description", "tags")}
    try:
        with transaction.atomic():
            dataset = datasets.create_or_reuse(organization=request.organization, **own, by=request.user)
            version = datasets.receive(dataset=dataset, upload=data["file"], purpose=data["purpose"], by=request.user)
    except EvalHubError as error:
        form.place(error)
        return None
    form.received()
    import_due.delay_on_commit()
    return version


def _received(dataset, form, *, note, by):
    try:
        version = datasets.receive(
            dataset=dataset, upload=form.cleaned_data["file"], mapping=form.mapping(), description=note, by=by
        )
    except EvalHubError as error:
        form.place(error)
        return None
    form.received()
    import_due.delay_on_commit()
    return version
