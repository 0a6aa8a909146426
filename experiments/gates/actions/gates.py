"""Keep gates and decide them; an evaluation that ends is decided by every active gate of its dataset."""

from collections import namedtuple
from dataclasses import dataclass

from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.accounts.actions import audit
from evalhub.events.actions import outbox
from evalhub.lib import reasons as all_reasons
from evalhub.lib.database import statements
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.work.sweep import Sweep
from experiments.evaluations.models import Evaluation
from experiments.gates import decision, expression, reasons
from experiments.gates.actions.figures import EvaluationFigures
from experiments.gates.decision import USUAL, Decision, Rules
from experiments.gates.models import Gate, GateResult
from experiments.gates.models.gate import BASELINES, LAST_PASSED, NONE, OWN, PINNED

sql = statements.of_feature(__file__)
DECIDED_PER_SWEEP = 100
Due = namedtuple("Due", "gate_id evaluation organization_id")
FIELDS = (
    "name",
    "expression",
    "dataset",
    "baseline_rule",
    "baseline",
    "least_cases",
    "least_scored_share",
    "is_active",
)


@dataclass(frozen=True)
class Decided:
    """A Decision of an evaluation against a baseline, which may be None; nothing of it is stored."""

    evaluation: Evaluation
    baseline: Evaluation | None
    expression: str
    decision: Decision


@transaction.atomic
def create(*, organization, by=None, **fields):
    """A new gate; InvalidInput for what is wrong in FIELDS, Conflict for a name that is taken."""
    gate = Gate(organization=organization, created_by=by)
    _set(gate, fields)
    _save(gate)
    audit.record(organization=organization, verb="gate.created", target=gate, by=by)
    return gate


@transaction.atomic
def change(*, gate, by=None, **fields):
    """Change FIELDS of a gate; its results stay as they were decided."""
    _set(gate, fields)
    _save(gate)
    audit.record(organization=gate.organization, verb="gate.changed", target=gate, by=by)
    return gate


@transaction.atomic
def delete(*, gate, by=None):
    """Remove a gate; its results stay, with the expression."""
    audit.record(organization=gate.organization, verb="gate.deleted", target=gate, by=by)
    gate.delete()


def decide(*, evaluation, text, baseline=None, rules=USUAL):
    """The Decided of an expression; InvalidGate when it cannot be read. Until the evaluation ends it is undecided."""
    read = expression.read(text)
    found = decision.decide(read, EvaluationFigures(evaluation, baseline), rules)
    if not evaluation.has_ended:
        found = Decision(decision.UNDECIDED, found.checked, reasons.NOT_ENDED())
    return Decided(evaluation, baseline, text, found)


@transaction.atomic
def store(*, decided, gate=None, by=None):
    """The GateResult of a Decided, and the event of it."""
    result = GateResult.objects.create(
        organization=decided.evaluation.organization,
        gate=gate,
        evaluation=decided.evaluation,
        baseline=decided.baseline,
        expression=decided.expression,
        state=decided.decision.state,
        reason=decided.decision.reason,
        conditions=[as_json(each) for each in decided.decision.checked],
        decided_by=by,
    )
    outbox.emit(
        organization=result.organization,
        type=f"gate.{result.state}",
        object=result,
        payload={
            "gate_result_id": str(result.pk),
            "gate_id": gate and str(gate.pk),
            "name": gate and gate.name,
            "evaluation_id": str(decided.evaluation.pk),
            "baseline_id": decided.baseline and str(decided.baseline.pk),
            "expression": decided.expression,
            "state": result.state,
            "reason": decided.decision.reason and decided.decision.reason.english,
        },
    )
    return result


def apply(*, gate, evaluation, by=None):
    """The stored GateResult of a gate for an evaluation, against the baseline that its rule names."""
    rules = Rules(gate.least_cases, gate.least_scored_share)
    baseline = baseline_of(gate, evaluation)
    return store(
        decided=decide(evaluation=evaluation, text=gate.expression, baseline=baseline, rules=rules), gate=gate, by=by
    )


def baseline_of(gate, evaluation):
    """What an evaluation is compared with by this gate; None without any. Never itself."""
    if gate.baseline_rule == OWN:
        return evaluation.baseline
    found = gate.baseline if gate.baseline_rule in (PINNED, LAST_PASSED) else None
    if gate.baseline_rule == LAST_PASSED:
        passed = gate.results.filter(state=decision.PASSED).exclude(evaluation=evaluation)
        newest = passed.select_related("evaluation__task").order_by("-decided_at").first()
        found = newest.evaluation if newest else found
    return None if found is None or found.pk == evaluation.pk else found


def due():
    """[Due] of evaluations that ended after an active gate was made and that it has not decided.

    An evaluation is read once for all of its gates: with all that belongs to it, that takes as long as a decision.
    """
    with connection.cursor() as cursor:
        cursor.execute(sql("due"))
        rows = cursor.fetchall()
    related = ("organization", "baseline__task__schema_version", "task__schema_version")
    evaluations = Evaluation.objects.select_related(*related).in_bulk({row[1] for row in rows})
    return [Due(gate, evaluations[pk], organization) for gate, pk, organization in rows if pk in evaluations]


def _decide_first(pair):
    """Decide a pair, unless another worker has meanwhile or somebody deleted the gate."""
    locked = Gate.objects.select_for_update(of=("self",), no_key=True).select_related("organization")
    for gate in locked.filter(pk=pair.gate_id):
        if not gate.results.filter(evaluation=pair.evaluation, decided_at__gte=pair.evaluation.finished_at).exists():
            apply(gate=gate, evaluation=pair.evaluation)


def _leave_undecided(pair, reason):
    gate = Gate.objects.get(pk=pair.gate_id)
    undecided = Decision(decision.UNDECIDED, (), reason)
    store(decided=Decided(pair.evaluation, None, gate.expression, undecided), gate=gate)


GATES = Sweep(
    "gates",
    title=gettext_lazy("Gates"),
    rows=due,
    work=_decide_first,
    key=lambda pair: f"{pair.gate_id} {pair.evaluation.pk}",
    most=DECIDED_PER_SWEEP,
    attempts=2,  # whoever waits for a gate waits for any result
    give_up=_leave_undecided,
)


def as_json(checked):
    """A Checked as a GateResult keeps it and the API shows it."""
    return {
        "text": checked.condition.text,
        "state": checked.state,
        "value": checked.value,
        "left": checked.left,
        "right": checked.right,
        "difference": checked.difference,
        "low": checked.low,
        "high": checked.high,
        "p": checked.p,
        "n": checked.n,
        "method": checked.method,
        "cases_needed": checked.cases_needed,
        "reason": checked.reason and all_reasons.as_json(checked.reason),
    }


def _set(gate, fields):
    unknown = next((name for name in fields if name not in FIELDS), None)
    if unknown is not None:
        raise ValueError(f"{unknown!r} is no field of a gate. Valid: {', '.join(FIELDS)}.")
    for name, value in fields.items():
        setattr(gate, name, value)
    gate.name = gate.name.strip()
    if not 0 < len(gate.name) <= 200 or not gate.name.isprintable():
        raise _invalid("name", gate.name, _("one line of 1 to 200 characters"))
    read = expression.read(gate.expression)
    if gate.baseline_rule not in BASELINES:
        raise _invalid("baseline_rule", gate.baseline_rule, ", ".join(BASELINES))
    if gate.baseline_rule == NONE and expression.needs_baseline(read):
        raise _invalid("baseline_rule", NONE, _("another one: the expression compares with a baseline"))
    if gate.baseline_rule == PINNED and gate.baseline is None:
        raise _invalid("baseline", None, _("the evaluation that this gate compares with"))
    if gate.baseline_rule not in (PINNED, LAST_PASSED):
        gate.baseline = None
    if gate.least_cases < 1:
        raise _invalid("least_cases", gate.least_cases, _("a whole number from 1"))
    if not 0 <= gate.least_scored_share <= 1:
        raise _invalid("least_scored_share", gate.least_scored_share, _("a number from 0 to 1"))


def _invalid(field, met, valid):
    words = _("%(field)s is %(met)s. Valid: %(valid)s.")
    values = {"field": field, "met": repr(met)[:80], "valid": valid}
    return InvalidInput(words % values, code="invalid_gate", details={"field": field})


def _save(gate):
    try:
        with transaction.atomic():
            gate.save()
    except IntegrityError as error:
        if "gate_name_unique" not in str(error):
            raise
        text = _("A gate named %(name)s already exists.")
        raise Conflict(text % {"name": gate.name}, code="name_taken") from None
