"""Pages of one version: its check with live progress, its columns and their mapping, publishing."""

from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from datasets import encodings, proposals
from datasets import mapping as mappings
from datasets.actions import datasets, imports
from datasets.actions.cases import keyset_page
from datasets.actions.import_progress import progress_of
from datasets.actions.stored_files import first_rows, path_of
from datasets.forms import ROLES, SHOWN_COLUMNS, MappingForm, judged_columns, type_name
from datasets.models import DatasetVersion
from datasets.models.purposes import purpose_of
from datasets.proposals import Proposal
from datasets.row_errors import worded
from datasets.tasks import import_due
from datasets.views.case_preview import shown_case
from datasets.views.case_texts import case_rows
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, EvalHubError, InvalidInput

PAGE = "datasets/version_detail.html"
PREVIEW_CASES = 5
# To find good rows among very many bad ones a page would have to read most of the file.
LOOKED_AT_ERRORS = 10_000
LEAVES_OUT = {"leave_out": True, "all_rows": False}


@requires("read")
@require_safe
def version_detail(request, dataset_id, number):
    """The version; for htmx one of its cases, its progress, or a word to load the page again once the check ended."""
    version = version_of(request, dataset_id, number)
    if request.htmx and request.htmx.target == "case":
        form = _mapping_form(request, version)
        if form is not None:
            context = {"version": version, "shown": shown_case(version, form, _case_number(request))}
            return render(request, "datasets/case_preview.html", context)
    if not request.htmx:
        return _page(request, version, _mapping_form(request, version))
    if version.is_finished:
        return HttpResponseClientRefresh()
    context = {"version": version, "progress": progress_of(version)}
    return render(request, f"{PAGE}#progress", context)


@requires("manage")
@require_POST
def version_mapping(request, dataset_id, number):
    """Check the file of a draft again with the mapping that was sent, or with the one its names suggest; with the
    mapping that it has where rows are to be left out or not. `do` "publish" publishes it, unless another mapping was
    sent: what was entered is never left out of what cannot change any more. `do` "judged" makes columns outputs;
    without any the file is one that nothing judges."""
    version = version_of(request, dataset_id, number)
    form = _mapping_form(request, version)
    if request.POST.get("do") == "convert" and version.stored_path:
        return _convert(request, version)
    if form is None:
        messages.error(request, _("This version cannot be validated again. Upload its file as a new version."))
        return redirect(version)
    mapping, purpose, do = None, version.purpose, request.POST.get("do")
    leaves_out = LEAVES_OUT.get(do, version.leaves_out_bad_rows)
    if do in LEAVES_OUT:
        mapping = version.mapping
    elif do == "proposals":
        mapping = proposals.mapping_with(form.look.columns, form.look.rows, request.POST.getlist("accept")).as_json()
    elif do != "guess":
        known, form = form, MappingForm.posted(form, request.POST)
        if do == "set_all":
            messages.info(request, _("These columns are not applied yet. Validate again to apply them."))
            return _page(request, version, form)
        if do == "judged":
            purpose = version.purpose if "judged" in request.POST else ""
            asked = judged_columns(form, purpose_of(purpose))
            if asked and asked.needed:
                text = ngettext("Choose at least %(n)s column.", "Choose at least %(n)s columns.", asked.needed)
                messages.error(request, text % {"n": asked.needed})
                return redirect(version)
        if do == "publish" and not form.differs_from(known):
            return version_publish(request, dataset_id, number)
        try:
            mapping = form.as_json(is_text="mapping" in request.POST)
        except InvalidInput as error:
            form.error = error.message
            return _page(request, version, form, is_text="mapping" in request.POST, status=422)
    try:
        imports.restart(version=version, mapping=mapping, leaves_out=leaves_out, purpose=purpose, by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
    else:
        import_due.delay_on_commit()
        if do == "publish":
            messages.info(request, _("The columns were changed, so the file is checked again. Publish it after that."))
    return redirect(version)


def _convert(request, version):
    """Check a file that is no UTF-8 again, read in the encoding that was chosen."""
    encoding = request.POST.get("encoding", "")
    leaves_out = version.leaves_out_bad_rows
    try:
        imports.restart(
            version=version, mapping=version.mapping, leaves_out=leaves_out, encoding=encoding, by=request.user
        )
    except EvalHubError as error:
        messages.error(request, error.message)
    else:
        import_due.delay_on_commit()
    return redirect(version)


@requires("manage")
@require_POST
def version_publish(request, dataset_id, number):
    """Publish; where the file was brought for a task, its form comes next. Refused while its purpose lacks outputs."""
    version = version_of(request, dataset_id, number)
    purpose, form = purpose_of(version.purpose), _mapping_form(request, version)
    asked = judged_columns(form, purpose) if form else None
    if asked and asked.needed:
        messages.error(request, _("Which column is judged? Choose it first."))
        return redirect(version)
    text = _("Version %(number)s of %(dataset)s is published.")
    answer = _set_status(request, version, "PUBLISHED", text)
    version.refresh_from_db(fields=["status"])
    if version.status == "PUBLISHED" and purpose.upload and not version.labels:
        return redirect(f"{reverse(purpose.with_data)}?{urlencode({'version': version.pk})}")
    return answer


@requires("manage")
@require_POST
def version_again(request, dataset_id, number):
    """The same file as the next version, whose columns can be mapped in another way."""
    version = version_of(request, dataset_id, number)
    try:
        made = datasets.receive_again(
            version=version, purpose=request.POST.get("purpose", version.purpose), by=request.user
        )
    except EvalHubError as error:
        messages.error(request, error.message)
        return redirect("datasets:version_create", dataset_id)
    import_due.delay_on_commit()
    return redirect(made)


@requires("manage")
@require_POST
def version_deprecate(request, dataset_id, number):
    text = _("Version %(number)s of %(dataset)s is deprecated.")
    return _set_status(request, version_of(request, dataset_id, number), "DEPRECATED", text)


def version_of(request, dataset_id, number):
    """The version of the person's organization, with its dataset."""
    found = DatasetVersion.objects.for_organization(request.organization).select_related("dataset", "created_by")
    return get_object_or_404(found, dataset_id=dataset_id, version_number=number)


def dataset_crumb(dataset):
    return {"label": Truncator(dataset.name).chars(60), "href": dataset.get_absolute_url()}


def trail(version, *, down_to_version=False):
    """Items for `components/breadcrumb.html`."""
    items = [dataset_crumb(version.dataset)]
    if down_to_version:
        number = _("Version %(number)s") % {"number": version.version_number}
        items.append({"label": number, "href": version.get_absolute_url()})
    return items


def tabs(version, current):
    """Items for `components/tabs.html`."""
    cases_url = reverse("datasets:case_list", args=[version.dataset_id, version.version_number])
    return [
        {"label": _("Overview"), "href": version.get_absolute_url(), "current": current == "overview", "count": None},
        {"label": _("Cases"), "href": cases_url, "current": current == "cases", "count": f"{version.row_count:,}"},
    ]


def _page(request, version, form, *, is_text=None, status=200):
    context = {
        "version": version,
        "trail": trail(version),
        "tabs": tabs(version, "overview"),
        "form": form,
        "roles": ROLES,
        "options": _options(form) if form else [],
        "purpose": purpose_of(version.purpose),
        "judged": judged_columns(form, purpose_of(version.purpose)) if form else None,
        "encodings": _encodings(version) if request.membership.may("manage") else [],
        "converted_from": gettext(encodings.title_of(version.encoding)) if version.encoding else "",
        "shown": shown_case(version, form, _case_number(request)) if form else None,
        "is_first_case": "case" not in request.GET,
        "is_text": request.GET.get("as") == "json" if is_text is None else is_text,
        "progress": None if version.is_finished else progress_of(version),
        # A version from before roles were noted says nothing of what its columns mean.
        "columns": [
            column | {"meaning": ROLES.get(column.get("role"), ""), "type": type_name(column["type"])}
            for column in version.columns[:SHOWN_COLUMNS]
        ],
        "hidden": max(0, len(version.columns) - SHOWN_COLUMNS),
        "cases": case_rows(keyset_page(version, limit=PREVIEW_CASES).cases) if version.row_count and not form else [],
        "may_manage": request.membership.may("manage"),
        "errors": worded(version.validation_errors),
        "groups": worded(version.error_groups),
        "good_rows": max(0, version.rows_read - version.error_count),
    }
    return render(request, PAGE, context, status=status)


def _encodings(version):
    """Offers for a draft whose file has rows that are no UTF-8, or that is none of the encoding chosen."""
    is_in_doubt = any("UTF-8" in str(group["reason"]) for group in version.error_groups) or version.encoding
    if not (version.validation_status == "INVALID" and version.status == "DRAFT" and is_in_doubt):
        return []
    try:
        return encodings.offers(path_of(version))
    except OSError:
        return []


@dataclass(frozen=True)
class Option:
    """A proposal, and whether the mapping in force agrees with it."""

    proposal: Proposal
    is_on: bool


def _options(form):
    found = proposals.proposals(form.look.columns, form.look.rows)
    accepted = proposals.accepted(form.current, found)
    return [Option(each, each.kind in accepted) for each in found]


def _case_number(request):
    """The case that is looked at, from 1; the first one where the address says no number."""
    given = request.GET.get("case", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 1


def _mapping_form(request, version):
    """The MappingForm of a draft whose check has ended and whose file shows columns, for those who may change it."""
    is_draft = version.status == "DRAFT" and version.is_finished and version.error_count <= LOOKED_AT_ERRORS
    if not (is_draft and version.stored_path and request.membership.may("manage")):
        return None
    try:
        look = first_rows(version)
    except OSError:
        return None  # the file is gone or was never stored; what is known of the version is still shown
    return MappingForm(look, current=_current(version, look), columns=version.columns) if look.columns else None


def _current(version, look):
    """The FieldMapping in force: the stored one where it fits the file, else what the first rows suggest."""
    judges = purpose_of(version.purpose).outputs > 0
    guessed = proposals.mapping_with(look.columns, look.rows, judges=judges)
    try:
        return mappings.parse(version.mapping, look.columns) if version.mapping else guessed
    except InvalidInput:
        return guessed


def _set_status(request, version, status, words):
    try:
        version = datasets.set_status(version=version, status=status, by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
    else:
        messages.success(request, words % {"number": version.version_number, "dataset": version.dataset.name})
    return redirect(version)
