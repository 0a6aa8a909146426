"""What models cost and how good they are, over time, over the API: the series that the page draws."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import QUERY
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, TextOrNull
from reviews.costs import choice as choices
from reviews.costs import forms
from reviews.costs.actions import figures
from reviews.costs.periods import PERIODS, STEPS


class RateOut(Answer):
    """A Rate: a share, 0 to 1."""

    value = s.FloatField(allow_null=True, help_text="null: undefined, for the reason")
    low = s.FloatField(allow_null=True, help_text="of the 95 % interval")
    high = s.FloatField(allow_null=True)
    n = s.IntegerField()
    reason = TextOrNull()


class CallsOut(Answer):
    """Calls to models."""

    calls = s.IntegerField(source="n")
    cost_usd = s.FloatField(allow_null=True, help_text="null: no call has a known price")
    unpriced_calls = s.IntegerField(source="unpriced", help_text="whose price is unknown and not in cost_usd")
    p50_seconds = s.FloatField(allow_null=True, help_text="right to half a per cent")
    p95_seconds = s.FloatField(allow_null=True)


class GroupOut(Answer):
    """A model, a task, or all of them over the whole period."""

    key = TextOrNull(help_text="the model, the task's id or the kind of run; null: all")
    title = s.CharField()
    calls = CallsOut()
    failures = RateOut(help_text="requests that ended without a valid answer")
    items = s.IntegerField(help_text="answered in annotation tasks; counted once for each model and day")
    labels = s.IntegerField()
    cost_per_item = s.FloatField(allow_null=True)
    cost_per_label = s.FloatField(allow_null=True)
    accepted = RateOut(help_text="labels that blind audits of the random sample accepted")
    cost_per_accepted_label = s.FloatField(allow_null=True)
    cost_per_accepted_label_low = s.FloatField(allow_null=True)
    cost_per_accepted_label_high = s.FloatField(allow_null=True)
    cost_reason = TextOrNull(source="reason", help_text="why the costs of items and labels are undefined")

    def read_cost_per_accepted_label(self, row):
        return (row.cost_per_accepted_label or (None, None, None))[0]

    def read_cost_per_accepted_label_low(self, row):
        return (row.cost_per_accepted_label or (None, None, None))[1]

    def read_cost_per_accepted_label_high(self, row):
        return (row.cost_per_accepted_label or (None, None, None))[2]


class StepOut(Answer):
    """One step of the period."""

    start = s.DateField()
    is_whole = s.BooleanField(help_text="false: it goes on")
    calls = CallsOut()
    cost_usd_by_group = s.DictField(child=s.FloatField(), help_text="of groups that cost anything in the period")
    failures = RateOut()
    audit_errors = RateOut(help_text="wrong answers in blind audits of the random sample")


class AgreementPointOut(Answer):
    last = s.DateField(help_text="the last day of the items that it covers")
    alpha = RateOut()


class AgreementOut(Answer):
    """Alpha of people on the question with most items."""

    task_id = TextOrNull()
    question = TextOrNull()
    level = TextOrNull(help_text="of measurement")
    points = AgreementPointOut(many=True)

    def read_points(self, row):
        return [{"last": last, "alpha": alpha} for last, alpha in row.points]


class CostsOut(Answer):
    """Figures of a period."""

    period = s.ChoiceField(PERIODS, source="period.key")
    step = s.ChoiceField(STEPS, source="period.step")
    by = s.ChoiceField(choices.GROUPINGS, source="choice.by")
    source = s.ChoiceField(
        choices.SOURCES,
        source="choice.source",
        help_text="simulated: costs are at example prices, and nothing was spent",
    )
    first = s.DateField(source="period.first")
    last = s.DateField(source="period.today", help_text="today (UTC)")
    total = GroupOut()
    groups = GroupOut(many=True)
    steps = StepOut(many=True)
    agreement = AgreementOut()

    def read_steps(self, row):
        starts = row.period.starts
        return [
            {
                "start": start,
                "is_whole": i < len(starts) - 1,
                "calls": row.calls[i],
                "cost_usd_by_group": {key: values[i] for key, values in row.spend.items()},
                "failures": row.failures[i],
                "audit_errors": row.errors[i],
            }
            for i, start in enumerate(starts)
        ]


class Costs(ApiView):
    access = {"GET": "read"}
    request_classes = {"GET": QUERY}

    @extend_schema(
        operation_id="costs_retrieve",
        parameters=filters.parameters(forms.FILTERS),
        responses=CostsOut,
        extensions=errors("bad_filter", "not_found"),
    )
    def get(self, request):
        """Spend, latency, failures, cost per label, audited errors and agreement over time, as the page draws them.

        Calls of the simulated provider are never mixed with others: by itself the answer is about providers, or about
        the simulated one where no provider was ever called.
        """
        return Response(CostsOut.of(figures.read(request.organization, forms.read(request.query_params))))
