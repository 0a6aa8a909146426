"""Pages that make, change, check and delete a gate."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from experiments.gates import expression
from experiments.gates.actions import gates, known_figures
from experiments.gates.expression import InvalidGate
from experiments.gates.forms import CheckForm, GateForm
from experiments.gates.views.condition_rows import rows_of
from experiments.gates.views.gates import gate_of


@requires("manage")
@require_http_methods(["GET", "POST"])
def gate_create(request):
    form = GateForm(request.POST if request.method == "POST" else None, organization=request.organization)
    if form.is_valid():
        try:
            gate = gates.create(organization=request.organization, by=request.user, **form.fields_of_gate())
        except EvalHubError as error:
            form.show_error(error)
        else:
            messages.success(request, _("Gate created."))
            return redirect("experiments:gate_detail", gate.pk)
    return _form_page(request, form)


@requires("manage")
@require_http_methods(["GET", "POST"])
def gate_edit(request, gate_id):
    gate = gate_of(request, gate_id)
    form = GateForm(request.POST if request.method == "POST" else None, organization=request.organization, gate=gate)
    if form.is_valid():
        try:
            gates.change(gate=gate, by=request.user, **form.fields_of_gate())
        except EvalHubError as error:
            form.show_error(error)
            gate.refresh_from_db()
        else:
            messages.success(request, _("Gate saved. Earlier results stay as they were decided."))
            return redirect("experiments:gate_detail", gate.pk)
    return _form_page(request, form, gate)


@requires("manage")
@require_POST
def gate_delete(request, gate_id):
    gate = gate_of(request, gate_id)
    gates.delete(gate=gate, by=request.user)
    messages.success(request, _("The gate %(name)s is deleted. Its results stay.") % {"name": gate.name})
    return redirect("experiments:gate_list")


@requires("manage")
@require_safe
def gate_check(request):
    """What an expression says of the newest evaluation of a dataset, or where it is wrong: a part of the form."""
    form = CheckForm(request.GET, organization=request.organization)
    if not form.is_valid():
        return render(request, "experiments/gates/gate_check.html", {"problem": form.errors}, status=422)
    text = form.cleaned_data["expression"].replace("\r\n", "\n")
    newest = known_figures.newest(request.organization, form.cleaned_data["dataset"])
    context = {"evaluation": newest, "figures": known_figures.of(newest) if newest else []}
    return render(request, "experiments/gates/gate_check.html", context | (_checked(text, newest) if text else {}))


def _checked(text, evaluation):
    try:
        if evaluation is None:
            expression.read(text)
            return {"is_valid": True}
        decided = gates.decide(evaluation=evaluation, text=text, baseline=evaluation.baseline)
    except InvalidGate as error:
        place = (error.details or {}).get("position", len(text) + 1)
        return {"problem": error.message, "before": text[: place - 1], "wrong": text[place - 1 :], "text": text}
    conditions = [gates.as_json(each) for each in decided.decision.checked]
    return {"is_valid": True, "state": decided.decision.state, "rows": rows_of(conditions)}


def _form_page(request, form, gate=None):
    context = {"form": form, "gate": gate}
    return render(request, "experiments/gates/gate_form.html", context, status=422 if form.is_bound else 200)
