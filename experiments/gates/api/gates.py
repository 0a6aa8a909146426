"""Gates over the API: keep them, decide an evaluation, read what was decided."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from datasets.models import Dataset
from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import (
    Answer,
    KeyField,
    StrictBoolean,
    StrictInteger,
    StrictNumber,
    StrictSerializer,
    StrictText,
)
from evalhub.api.paging import ListOut, Pages
from evalhub.lib import reasons
from evalhub.lib.errors import InvalidInput, NotFound
from experiments.evaluations.models import Evaluation
from experiments.gates import reports
from experiments.gates.actions import gates
from experiments.gates.decision import LEAST_CASES, LEAST_SCORED_SHARE, STATES, Rules
from experiments.gates.expression import MOST_CHARACTERS
from experiments.gates.models import Gate
from experiments.gates.models.gate import BASELINES

PAGES, RESULT_PAGES = Pages(keys=("name",)), Pages(keys=("-decided_at", "-pk"))
EXPRESSION = "faithfulness.mean >= baseline - 0.02"
EXPRESSION_HELP = (
    "conditions such as faithfulness.mean >= baseline - 0.02, correctness.mean lower >= 0.8, "
    "p(latency_ms, 95) <= 2000, correctness.mean[topic=billing] >= 0.7, failed_share <= 0.01, joined by and, or and "
    "parentheses"
)
RULE_HELP = "what is compared with: nothing, the evaluation baseline_id, the last that passed, or the evaluation's own"
RESULT_FILTERS = [filters.choice("state", "state", STATES, "results of these states")]


class GateOut(Answer):
    gate_id = s.UUIDField(source="pk")
    name = s.CharField()
    expression = s.CharField()
    dataset_id = s.UUIDField(allow_null=True, help_text="whose evaluations it decides; null: of all datasets")
    baseline_rule = s.ChoiceField(BASELINES, help_text=RULE_HELP)
    baseline_id = s.UUIDField(allow_null=True)
    least_cases = s.IntegerField(help_text="fewer scored cases leave it undecided")
    least_scored_share = s.FloatField(help_text="a smaller share of scored cases leaves it undecided")
    is_active = s.BooleanField(help_text="decides evaluations when they end")
    created_at = s.DateTimeField()


class GateListOut(ListOut):
    gates = GateOut(many=True, source="rows")


class ConditionOut(Answer):
    text = s.CharField()
    state = s.ChoiceField(STATES)
    value = s.FloatField(allow_null=True, help_text="the figure; null: not defined")
    left = s.FloatField(allow_null=True, help_text="the figure, or an end of its interval; null: not defined")
    right = s.FloatField(allow_null=True, help_text="the limit")
    difference = s.FloatField(allow_null=True, help_text="from the baseline over the cases that both have scores of")
    low = s.FloatField(allow_null=True, help_text="of the 95 % interval of the difference, else of the figure")
    high = s.FloatField(allow_null=True)
    p = s.FloatField(allow_null=True, help_text="of no difference")
    n = s.IntegerField(help_text="cases")
    method = s.CharField(help_text="of the interval")
    cases_needed = s.IntegerField(
        allow_null=True, help_text="where it is undecided: from about how many cases on the same figure would decide"
    )
    reason = s.CharField(allow_null=True, help_text="why it is undecided, in English")
    sentence = s.CharField(help_text="all of it in one line of English, for logs")

    def read_cases_needed(self, condition):
        return condition.get("cases_needed")

    def read_reason(self, condition):
        return condition["reason"] and reasons.of_json(condition["reason"]).english

    def read_sentence(self, condition):
        return reports.sentence(condition)


class GateResultOut(Answer):
    gate_result_id = s.UUIDField(source="pk")
    gate_id = s.UUIDField(allow_null=True, help_text="null: the expression was given, or the gate is gone")
    evaluation_id = s.UUIDField()
    baseline_id = s.UUIDField(allow_null=True)
    expression = s.CharField()
    state = s.ChoiceField(STATES)
    reason = s.CharField(allow_null=True, help_text="why it is undecided, in English", source="reason.english")
    conditions = ConditionOut(many=True, help_text="in the order of the expression")
    markdown = s.CharField(help_text="a table of the conditions, for a pull request")
    junit = s.CharField(help_text="a JUnit file with a test case for each condition, for CI")
    decided_at = s.DateTimeField()

    def read_markdown(self, result):
        return reports.markdown(result.gate.name if result.gate else "Gate", result.conditions, result.state)

    def read_junit(self, result):
        return reports.junit(result.gate.name if result.gate else result.expression, result.conditions)


class GateResultListOut(ListOut):
    results = GateResultOut(many=True, source="rows")


class GateChangeIn(StrictSerializer):
    example = {"expression": EXPRESSION, "baseline_rule": "last_passed"}

    name = StrictText(max_length=200, required=False)
    expression = StrictText(max_length=MOST_CHARACTERS, required=False, help_text=EXPRESSION_HELP)
    dataset_id = s.UUIDField(required=False, allow_null=True, help_text="null: evaluations of all datasets")
    baseline_rule = KeyField(lambda: BASELINES, required=False, help_text=RULE_HELP)
    baseline_id = s.UUIDField(required=False, allow_null=True)
    least_cases = StrictInteger(min_value=1, max_value=1_000_000, required=False)
    least_scored_share = StrictNumber(min_value=0, max_value=1, required=False)
    is_active = StrictBoolean(required=False)


class GateIn(GateChangeIn):
    example = {"name": "No regression", "expression": EXPRESSION, "baseline_rule": "last_passed"}

    name = StrictText(max_length=200)
    expression = StrictText(max_length=MOST_CHARACTERS, help_text=EXPRESSION_HELP)


class DecideIn(StrictSerializer):
    evaluation_id = s.UUIDField()


class ExpressionIn(StrictSerializer):
    example = {"expression": EXPRESSION}

    expression = StrictText(max_length=MOST_CHARACTERS, help_text=EXPRESSION_HELP)
    baseline_id = s.UUIDField(required=False, allow_null=True, help_text="the evaluation's own without one")
    least_cases = StrictInteger(min_value=1, max_value=1_000_000, default=LEAST_CASES)
    least_scored_share = StrictNumber(min_value=0, max_value=1, default=LEAST_SCORED_SHARE)


class _GateView(ApiView):
    def gates(self, request):
        return Gate.objects.for_organization(request.organization).select_related("organization", "baseline__task")

    def gate(self, request, gate_id):
        return self.get_or_404(self.gates(request), "gate", pk=gate_id)

    def evaluation(self, request, evaluation_id):
        found = Evaluation.objects.for_organization(request.organization)
        found = found.select_related("organization", "task__schema_version", "baseline__task")
        return self.get_or_404(found, "evaluation", pk=evaluation_id)

    def fields(self, request, body):
        """The body with rows in place of ids; 404 for one that the organization has not."""
        if "baseline_id" in body:
            chosen = body.pop("baseline_id")
            body["baseline"] = chosen and self.evaluation(request, chosen)
        if "dataset_id" in body:
            chosen = body.pop("dataset_id")
            datasets = Dataset.objects.for_organization(request.organization)
            body["dataset"] = chosen and self.get_or_404(datasets, "dataset", pk=chosen)
        return body


class GateList(_GateView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(summary="List gates", parameters=PAGES.parameters, responses={200: GateListOut})
    def get(self, request):
        """Gates by name."""
        return Response(GateListOut.of(PAGES.page(self.gates(request), request.query_params)))

    @extend_schema(
        summary="Create a gate",
        request=GateIn,
        responses={201: GateOut},
        extensions=errors("invalid_gate", "name_taken", "not_found"),
    )
    def post(self, request):
        """A gate decides evaluations that end from now on."""
        body = self.fields(request, GateIn.read(request.data))
        return Response(
            GateOut.of(gates.create(organization=request.organization, by=request.user, **body)), status=201
        )


class GateDetail(_GateView):
    access = {"GET": "read", "PATCH": "manage", "DELETE": "manage"}

    @extend_schema(summary="Get a gate", responses={200: GateOut})
    def get(self, request, gate_id):
        """One gate."""
        return Response(GateOut.of(self.gate(request, gate_id)))

    @extend_schema(
        summary="Change a gate",
        request=GateChangeIn,
        responses={200: GateOut},
        extensions=errors("invalid_gate", "name_taken"),
    )
    def patch(self, request, gate_id):
        """What was decided stays as it was, with the expression of then."""
        gate = self.gate(request, gate_id)
        body = GateChangeIn.read(request.data)
        if not body:
            raise InvalidInput(f"Nothing to change. Valid fields: {', '.join(GateChangeIn().fields)}.")
        return Response(GateOut.of(gates.change(gate=gate, by=request.user, **self.fields(request, body))))

    @extend_schema(summary="Delete a gate", responses={204: None})
    def delete(self, request, gate_id):
        """Its results stay."""
        gates.delete(gate=self.gate(request, gate_id), by=request.user)
        return Response(status=204)


class GateDecide(_GateView):
    access = {"POST": "manage"}

    @extend_schema(
        summary="Decide an evaluation by a gate",
        request=DecideIn,
        responses={201: GateResultOut},
        extensions=errors("not_found"),
    )
    def post(self, request, gate_id):
        """Against the baseline that the gate's rule names. An evaluation that has not ended is undecided."""
        gate, body = self.gate(request, gate_id), DecideIn.read(request.data)
        evaluation = self.evaluation(request, body["evaluation_id"])
        result = gates.apply(gate=gate, evaluation=evaluation, by=request.user)
        return Response(GateResultOut.of(result), status=201)


class GateResultList(_GateView):
    access = {"GET": "read"}

    @extend_schema(
        summary="List results of a gate",
        parameters=[*RESULT_PAGES.parameters, *filters.parameters(RESULT_FILTERS)],
        responses={200: GateResultListOut},
    )
    def get(self, request, gate_id):
        """What the gate said of evaluations, newest first."""
        found = self.gate(request, gate_id).results.select_related("gate")
        found = filters.narrowed(found, RESULT_FILTERS, request.query_params)
        return Response(GateResultListOut.of(RESULT_PAGES.page(found, request.query_params)))


class EvaluationGate(_GateView):
    access = {"POST": "manage"}

    @extend_schema(
        summary="Decide an expression for an evaluation",
        request=ExpressionIn,
        responses={201: GateResultOut},
        extensions=errors("invalid_gate", "not_found"),
    )
    def post(self, request, evaluation_id):
        """Passed, failed or undecided, condition by condition; for CI. It is kept with the evaluation."""
        evaluation, body = self.evaluation(request, evaluation_id), ExpressionIn.read(request.data)
        chosen = body.get("baseline_id")
        baseline = self.evaluation(request, chosen) if chosen else evaluation.baseline
        if baseline is not None and baseline.pk == evaluation.pk:
            raise NotFound("An evaluation is not its own baseline.")
        rules = Rules(body["least_cases"], body["least_scored_share"])
        decided = gates.decide(evaluation=evaluation, text=body["expression"], baseline=baseline, rules=rules)
        return Response(GateResultOut.of(gates.store(decided=decided, by=request.user)), status=201)
