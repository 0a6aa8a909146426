"""Traffic of experiments over the API: which variant a unit gets, and what was measured of it."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.request_limits import BATCH
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictNumber, StrictRow, StrictSerializer, StrictText
from evalhub.lib.errors import InvalidInput
from experiments.trials.actions import traffic
from experiments.trials.actions.traffic import Outcome
from experiments.trials.api.experiments import ExperimentView
from experiments.trials.models.traffic_outcome import MOST

MOST_UNITS = 1_000
LONGEST_UNIT = 200


class AllocateIn(StrictSerializer):
    example = {"unit": "user-4711"}

    unit = StrictText(max_length=LONGEST_UNIT, required=False, help_text="a key of your own, such as a user's id")
    units = s.ListField(
        child=StrictText(max_length=LONGEST_UNIT),
        required=False,
        min_length=1,
        max_length=MOST_UNITS,
        help_text="in place of unit",
    )


class OutcomeRowIn(StrictRow):
    unit = StrictText(max_length=LONGEST_UNIT)
    metric = StrictText(max_length=200)
    value = StrictNumber(min_value=-MOST, max_value=MOST)
    occurred_at = s.DateTimeField(required=False, help_text="now, if it is missing")


class OutcomesIn(StrictSerializer):
    example = {"unit": "user-4711", "metric": "resolved", "value": 1}

    unit = StrictText(max_length=LONGEST_UNIT, required=False)
    metric = StrictText(max_length=200, required=False)
    value = StrictNumber(min_value=-MOST, max_value=MOST, required=False)
    occurred_at = s.DateTimeField(required=False, help_text="now, if it is missing")
    outcomes = s.ListField(
        child=OutcomeRowIn(), required=False, min_length=1, max_length=MOST_UNITS, help_text="in place of the others"
    )

    @classmethod
    def rows(cls, data):
        """The outcomes of a body that has either a list of them, or one."""
        body = cls.read(data)
        rows = body.pop("outcomes", None)
        if (rows is not None and body) or (rows is None and not {"unit", "metric", "value"} <= body.keys()):
            words = "Send unit, metric and value of one outcome, or outcomes with a list of them."
            raise InvalidInput(words, code="invalid_rows")
        return [Outcome(**each) for each in (rows or [body])]


class AllocationOut(Answer):
    unit = s.CharField()
    variant_id = s.UUIDField()
    variant = s.CharField(help_text="its name")
    propensity = s.FloatField(help_text="the chance that the unit had of this variant")


class AllocatedOut(Answer):
    allocations = AllocationOut(many=True, help_text="in the order of the units")


class StoredOut(Answer):
    stored = s.IntegerField()
    repeated = s.IntegerField(help_text="were there already, with the same value")


class ExperimentAllocate(ExperimentView):
    access = {"POST": "send"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        summary="Allocate units of traffic to variants",
        request=AllocateIn,
        responses={200: AllocatedOut},
        extensions=errors("invalid_rows", "no_traffic", "experiment_not_running"),
    )
    def post(self, request, experiment_id):
        """One unit, or up to 1,000: the same unit always gets the same variant. Only while the experiment runs."""
        experiment, body = self.experiment(request, experiment_id), AllocateIn.read(request.data)
        if ("unit" in body) == ("units" in body):
            raise InvalidInput("Send either unit, or units with a list of them.", code="invalid_rows")
        names = {each.pk: each.name for each in experiment.variants.all()}
        found = traffic.allocate(experiment=experiment, units=body.get("units") or [body["unit"]])
        rows = [
            {
                "unit": each.unit,
                "variant_id": each.variant_id,
                "variant": names[each.variant_id],
                "propensity": each.propensity,
            }
            for each in found
        ]
        return Response(AllocatedOut.of({"allocations": rows}))


class ExperimentOutcomes(ExperimentView):
    access = {"POST": "send"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        summary="Report outcomes of units of traffic",
        request=OutcomesIn,
        responses={200: StoredOut},
        extensions=errors(
            "invalid_rows", "unknown_unit", "unknown_metric", "outcome_differs", "no_traffic", "experiment_not_running"
        ),
    )
    def post(self, request, experiment_id):
        """One outcome, or up to 1,000 of which all or none are stored; the same again is safe.

        Outcomes are taken while the experiment runs or is paused, and never change: another value is refused.
        """
        experiment, rows = self.experiment(request, experiment_id), OutcomesIn.rows(request.data)
        stored = traffic.add_outcomes(experiment=experiment, outcomes=rows)
        return Response(StoredOut.of({"stored": stored, "repeated": len(rows) - stored}))
