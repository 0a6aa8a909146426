"""Runs of an organization over the API: how far each is, what it asked, and what is to be done with it."""

from django.db import transaction
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import StrictObject, StrictSerializer, StrictText
from evalhub.api.paging import Pages, whole
from evalhub.lib.errors import InvalidInput
from reviews.engine.batches.actions import retries
from reviews.engine.models import EvaluationRun, LLMRequest
from reviews.engine.models.evaluation_run import DESIRED_STATES
from reviews.engine.requests.api.shapes import (
    LLMRequestDetailOut,
    LLMRequestListOut,
)
from reviews.engine.requests.views import detail, ledger
from reviews.engine.requests.views.filters import FILTERS as REQUEST_FILTERS
from reviews.engine.requests.views.filters import RUN
from reviews.engine.runs.actions import controls, supervisor
from reviews.engine.runs.api.shapes import (
    EngineRunDetailOut,
    EngineRunListOut,
    RunStageListOut,
)
from reviews.engine.runs.owners import owners_of
from reviews.engine.runs.views import summary
from reviews.engine.runs.views import totals as run_totals
from reviews.engine.runs.views.detail import self_agreement_of
from reviews.engine.runs.views.lists.runs import FILTERS
from reviews.engine.tasks import request_due

PAGES = Pages(keys=("-pk",), default=50)
REQUEST_PAGES = Pages(keys=("-pk",), default=100, maximum=1000)


@extend_schema_field({"oneOf": [{"type": "boolean"}, {"type": "string"}]})
class AllOrStage(serializers.Field):
    """JSON true for all stages, false for none, or the name of one."""

    def to_internal_value(self, data):
        if not isinstance(data, bool | str):
            raise serializers.ValidationError(f"Must be true, false or the name of a stage, met {data!r:.60}.")
        return data


class EngineRunChangeIn(StrictSerializer):
    example = {"desired_state": "pause"}

    desired_state = serializers.ChoiceField(choices=DESIRED_STATES, required=False)
    stop_at_stage = StrictText(
        max_length=40,
        required=False,
        allow_null=True,
        allow_blank=True,
        help_text="the stage after which nothing is begun; null lifts it",
    )
    policy = StrictObject(required=False, help_text="the parts to change: completion_mode, min_batch_size, …")
    retry_failed = AllOrStage(required=False, help_text="true, or the name of the stage whose failures are tried again")
    ask_anew = StrictText(max_length=40, required=False, help_text="the name of the stage to ask anew as a whole")
    send_again = serializers.UUIDField(
        required=False, help_text="a batch whose provider_state is held: its rows are asked again, perhaps billed twice"
    )

    @classmethod
    def read(cls, data, **kwargs):
        body = super().read(data, **kwargs)
        if not body:
            raise InvalidInput(f"Nothing to change. Valid fields: {', '.join(cls().fields)}.")
        return body


class RunView(ApiView):
    """A view below /runs/{run_id}."""

    def run(self, request, run_id):
        """The run of the caller's organization, with what its board reads."""
        found = EvaluationRun.objects.for_organization(request.organization).prefetch_related("stages__annotator")
        return self.get_or_404(found.select_related("task", "annotator", "organization"), "run", pk=run_id)


class RunList(ApiView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="runs_list",
        parameters=[*PAGES.parameters, *filters.parameters(FILTERS)],
        responses=EngineRunListOut,
        extensions=errors("unknown_status", "unknown_kind"),
    )
    def get(self, request):
        """All runs of your organization, newest first: over tasks, of studies, gradings, prompts and result reviews."""
        found = EvaluationRun.objects.for_organization(request.organization).select_related("task", "annotator")
        page = PAGES.page(filters.narrowed(found, FILTERS, request.query_params), request.query_params)
        totals, owners = run_totals.totals_of(page.rows), owners_of(page.rows)
        return Response(EngineRunListOut.of(page, totals=totals, owners=owners))


class RunDetail(RunView):
    access = {"GET": "read", "PATCH": "manage"}

    @extend_schema(operation_id="runs_retrieve", responses=EngineRunDetailOut)
    def get(self, request, run_id):
        """One run with its money, its failures by reason, and its provider batches."""
        return self.answer(self.run(request, run_id))

    @extend_schema(
        operation_id="runs_partial_update",
        request=EngineRunChangeIn,
        responses=EngineRunDetailOut,
        extensions=errors(
            "unknown_stage",
            "unknown_policy",
            "invalid_policy",
            "unknown_state",
            "cancelled",
            "run_ended",
            "not_held",
            "not_failed",
            "no_task",
        ),
    )
    def patch(self, request, run_id):
        """Start, pause, stop at a stage, cancel, change the policy, try, ask or send again; all of it or nothing."""
        run = self.run(request, run_id)
        with transaction.atomic():
            _change(run, EngineRunChangeIn.read(request.data), by=request.user)
        supervisor.advance(run)
        request_due.delay_on_commit()
        return self.answer(self.run(request, run_id))

    def answer(self, run):
        answer = EngineRunDetailOut.of(
            run,
            totals=run_totals.totals_of([run]),
            owners=owners_of([run]),
            board=summary.of_run(run),
            self_agreement=self_agreement_of(run),
        )
        return Response(answer)


class RunStages(RunView):
    access = {"GET": "read"}

    @extend_schema(operation_id="runs_stages_list", responses=RunStageListOut)
    def get(self, request, run_id):
        """The stages of a run in order: requests by how they stand, pace, tokens and cost."""
        board = summary.of_run(self.run(request, run_id))
        return Response(RunStageListOut.of(whole(board.stages)))


class RunRequests(RunView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="runs_requests_list",
        parameters=[*REQUEST_PAGES.parameters, *filters.parameters(REQUEST_FILTERS)],
        responses=LLMRequestListOut,
    )
    def get(self, request, run_id):
        """The requests of a run, newest first."""
        found = LLMRequest.objects.filter(run=self.run(request, run_id)).select_related("stage")
        return Response(_requests_out(filters.narrowed(found, REQUEST_FILTERS, request.query_params), request))


class RequestList(ApiView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="requests_list",
        parameters=[*REQUEST_PAGES.parameters, *filters.parameters((RUN, *REQUEST_FILTERS))],
        responses=LLMRequestListOut,
    )
    def get(self, request):
        """The requests of all runs of your organization, newest first."""
        found = ledger.requests_of(request.organization).select_related("stage")
        return Response(_requests_out(filters.narrowed(found, (RUN, *REQUEST_FILTERS), request.query_params), request))


class RequestDetail(ApiView):
    access = {"GET": "read"}

    @extend_schema(operation_id="requests_retrieve", responses=LLMRequestDetailOut)
    def get(self, request, request_id):
        """One request with all its tries: what was said, what it cost, why it failed.

        An answer of your own about the same item is not blind after this.
        """
        found = ledger.requests_of(request.organization).select_related(*ledger.RELATED)
        row = self.get_or_404(found, "request", pk=request_id)
        detail.note_seen(row, by=request.membership)
        ledger.load_spent([row])
        return Response(LLMRequestDetailOut.of(row, attempts=detail.tries_of(row)))


def _requests_out(found, request):
    page = REQUEST_PAGES.page(found, request.query_params)
    ledger.load_spent(page.rows)
    return LLMRequestListOut.of(page)


def _change(run, body, *, by):
    """All of a body's changes, in the order in which they make sense together."""
    names = {stage.name for stage in run.stages.all()}
    if "policy" in body:
        controls.set_policy(run=run, changes=body["policy"], by=by)
    if "stop_at_stage" in body:
        controls.stop_at(run=run, stage=body["stop_at_stage"] or "", by=by)
    if "ask_anew" in body:
        controls.ask_anew(run=run, stage=body["ask_anew"], by=by)
    wanted = body.get("retry_failed", False)
    if wanted is not False:
        if wanted is not True and wanted not in names:
            raise InvalidInput(
                f"retry_failed is {wanted[:40]!r}. Valid: true, {', '.join(sorted(names))}.", code="unknown_stage"
            )
        controls.retry_failed(run=run, stage=None if wanted is True else wanted, by=by)
    if "send_again" in body:
        retries.send_again(run=run, batch_id=body["send_again"], by=by)
    if "desired_state" in body:
        controls.set_state(run=run, desired_state=body["desired_state"], by=by)
