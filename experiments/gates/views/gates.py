"""Pages of a gate: its newest result, the history of its results, and all gates of one evaluation."""

import shlex

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from evalhub.accounts.access import requires
from evalhub.lists.views import METHODS, answer
from experiments.evaluations.models import Evaluation
from experiments.gates.actions import gates
from experiments.gates.forms import BASELINE_RULES, DecideForm
from experiments.gates.models import Gate, GateResult
from experiments.gates.models.gate import LAST_PASSED, PINNED
from experiments.gates.views import condition_rows, trends
from experiments.gates.views.lists.results import GateResultList

MOST_OF_EVALUATION = 50


@requires("read")
@require_safe
def gate_detail(request, gate_id, gate_result_id=None):
    """The newest result, or the one that the address names, with its conditions and their trends."""
    gate = gate_of(request, gate_id)
    return _detail(request, gate, _results(gate, gate_result_id), chosen=gate_result_id)


@requires("read")
@require_http_methods(METHODS)
def gate_history(request, gate_id):
    gate = gate_of(request, gate_id)
    context = _frame(request, gate, "history")
    template = "experiments/gates/gate_history.html"
    return answer(request, GateResultList(request, parent=gate), template=template, context=context)


@requires("manage")
@require_POST
def gate_decide(request, gate_id):
    """Decide an evaluation by the gate now."""
    gate = gate_of(request, gate_id)
    form = DecideForm(request.POST, gate=gate)
    if not form.is_valid():
        return _detail(request, gate, _results(gate), form, status=422)
    evaluation = _evaluations(request).get(pk=form.cleaned_data["evaluation"].pk)
    gates.apply(gate=gate, evaluation=evaluation, by=request.user)
    messages.success(request, _("%(name)s is decided.") % {"name": evaluation.name})
    return redirect("experiments:gate_detail", gate.pk)


@requires("read")
@require_safe
def evaluation_gates(request, evaluation_id):
    """The newest result of each gate for one evaluation: a page, and for htmx a part of the evaluation's page."""
    evaluation = get_object_or_404(_evaluations(request), pk=evaluation_id)
    found = GateResult.objects.filter(evaluation=evaluation).select_related("gate", "evaluation", "baseline")
    newest = {each.gate_id or each.expression: each for each in reversed(found[:MOST_OF_EVALUATION])}
    context = {"evaluation": evaluation, "results": [_shown(each) for each in newest.values()]}
    page, part = "experiments/gates/evaluation_gates.html", "experiments/gates/evaluation_gates.html#results"
    return render(request, part if request.htmx else page, context)


def gate_of(request, gate_id):
    """A gate of the organization; 404 for any other."""
    related = ("organization", "dataset", "baseline__task__schema_version", "created_by")
    return get_object_or_404(Gate.objects.for_organization(request.organization).select_related(*related), pk=gate_id)


def _evaluations(request):
    related = ("organization", "task__schema_version", "baseline__task__schema_version")
    return Evaluation.objects.for_organization(request.organization).select_related(*related)


def _detail(request, gate, results, form=None, *, chosen=None, status=200):
    context = _frame(request, gate, "result")
    if results:
        context |= _shown(results[0]) | {"panels": trends.panels_of(results[0], results)}
    lines = ["def test_release(assert_evaluation):", f"    assert_evaluation(EVALUATION, gate={gate.name!r})"]
    context |= {
        "chosen": chosen,
        "form": form or DecideForm(gate=gate),
        "rule": BASELINE_RULES[gate.baseline_rule],
        "is_pinned": gate.baseline_rule in (PINNED, LAST_PASSED) and gate.baseline,
        "command": _command(gate),
        "test": "\n".join(lines),
    }
    return render(request, "experiments/gates/gate_detail.html", context, status=status)


def _results(gate, chosen=None):
    """The result to show, the newest if none is chosen, and those before it."""
    found = gate.results.select_related("gate", "evaluation", "baseline")
    if chosen is not None:
        found = found.filter(decided_at__lte=get_object_or_404(found, pk=chosen).decided_at)
    return list(found[: trends.MOST_RESULTS])


def _shown(result):
    rows = condition_rows.rows_of(result.conditions)
    return {
        "result": result,
        "title": result.gate.name if result.gate else result.expression,
        "rows": rows,
        "verdict": condition_rows.verdict(result.state, rows),
        "explanation": condition_rows.explanation(result.state, rows),
        "tone": {"passed": "positive", "failed": "negative"}.get(result.state, "caution"),
    }


def _frame(request, gate, tab):
    tabs = (
        ("result", _("Result"), "experiments:gate_detail", None),
        ("history", _("History"), "experiments:gate_history", gate.results.count()),
    )
    return {
        "gate": gate,
        "may_manage": request.membership.may("manage"),
        "tabs": [
            {"label": label, "href": reverse(name, args=[gate.pk]), "count": count, "current": key == tab}
            for key, label, name, count in tabs
        ],
    }


def _command(gate):
    return f"evalhub-client gate {shlex.quote(gate.name)} --evaluation $EVALUATION\n# 0 passed, 1 failed, 2 undecided"
