"""Studies over the API: list, create, clone, start, pause, cancel."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH, QUERY
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictBoolean, StrictObject, StrictSerializer, StrictText
from evalhub.api.paging import CURSOR, LIMIT, OFFSET, ListOut, list_page
from experiments.models import EvidenceWindow, Study
from experiments.studies.actions import estimates, studies
from experiments.studies.views.lists.studies import FILTERS
from reviews.engine.models.evaluation_run import DESIRED_STATES
from reviews.engine.runs.actions import controls, supervisor
from reviews.engine.runs.api.shapes import EngineRunOut
from reviews.engine.runs.owners import owners_of
from reviews.engine.runs.views import totals
from reviews.engine.tasks import request_due
from reviews.scorers.api.shapes import RunEstimateOut

SETTING_ERRORS = (
    "invalid_settings",
    "unknown_setting",
    "study_too_large",
    "bundle_too_large",
    "invalid_policy",
    "unknown_policy",
    "invalid_parameter",
    "invalid_model",
    "model_not_callable",
    "invalid_text",
    "name_taken",
    "no_evidence",
)
SETTINGS = (
    "rubric_models, and if wanted scoring_models, critic_model, evidence_model, samples_per_model, scale_size, method, "
    "evidence_view, evidence_bundle_size, bundle_strategy, people_per_bundle, seed, abstain_enabled, anonymize_stages, "
    "shuffle_rubric_order, hide_label_text, rubric_parameters, scoring_parameters"
)
POLICY = "of its run: completion_mode, min_batch_size, max_attempts, budget_usd, …; the rest standard"


class LeftOutOut(Answer):
    evidence_id = s.IntegerField()
    label = s.CharField()
    reason = s.CharField()


class StudyOut(Answer):
    """A study with its run; the context holds the `totals` and `owners` of EngineRunOut."""

    study_id = s.UUIDField(source="pk")
    name = s.CharField()
    evidence_set_id = s.UUIDField(source="window_id")
    evidence_set_name = s.CharField(source="window.name")
    evidence_count = s.IntegerField(
        source="evidence_to", help_text="texts that it reads: those there were at its start"
    )
    settings = s.DictField()
    run = EngineRunOut(help_text="its progress, cost and state")
    created_at = s.DateTimeField()
    created_by = s.EmailField(
        allow_null=True, help_text="null: the system, or a person who is gone", source="created_by.email"
    )


class StudyDetailOut(StudyOut):
    left_out = LeftOutOut(many=True, help_text="texts that are in no group, and why")


class StudyListOut(ListOut):
    studies = StudyOut(source="rows", many=True)


class StudyIn(StrictSerializer):
    example = {"name": "Press freedom, spring", "settings": {"rubric_models": ["simulated-careful"], "scale_size": 4}}

    name = StrictText(max_length=studies.LONGEST_NAME, help_text="unique in the organization")
    evidence_set_id = s.UUIDField()
    settings = StrictObject(help_text=SETTINGS)
    policy = StrictObject(required=False, help_text=POLICY)
    start = StrictBoolean(required=False, help_text="by itself false: its run is paused")


class StudyEstimateIn(StrictSerializer):
    example = {"settings": {"rubric_models": ["simulated-careful"], "scale_size": 4}}

    evidence_set_id = s.UUIDField()
    settings = StrictObject(help_text=SETTINGS)
    policy = StrictObject(required=False, help_text=POLICY)


class StudyCloneIn(StrictSerializer):
    example = {"name": "Press freedom, other seed", "settings": {"seed": 7}}

    name = StrictText(max_length=studies.LONGEST_NAME)
    settings = StrictObject(required=False, help_text="those that change")
    policy = StrictObject(required=False, help_text="what changes of it")
    start = StrictBoolean(required=False, help_text="by itself false: its run is paused")


class StudyChangeIn(StrictSerializer):
    desired_state = s.ChoiceField(DESIRED_STATES, help_text="run also starts it; cancel is final")


class StudyView(ApiView):
    def studies(self, request):
        found = Study.objects.for_organization(request.organization)
        return found.select_related("window__organization", "created_by", "organization", "run__organization")

    def study(self, request, study_id):
        return self.get_or_404(self.studies(request), "study", pk=study_id)

    def evidence_set(self, request, window_id):
        found = EvidenceWindow.objects.for_organization(request.organization).select_related("organization")
        return self.get_or_404(found, "evidence set", pk=window_id)

    def answer(self, request, study, **options):
        found = self.studies(request).get(pk=study.pk)
        return Response(StudyDetailOut.of(found, **_of_runs([found.run])), **options)


class StudyList(StudyView):
    access = {"GET": "read", "POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        operation_id="studies_list",
        parameters=[*filters.parameters(FILTERS), LIMIT, OFFSET, CURSOR],
        responses=StudyListOut,
        extensions=errors("bad_filter", "bad_cursor"),
    )
    def get(self, request):
        """List studies, newest first, with the progress of their runs."""
        found = filters.narrowed(self.studies(request).listed(), FILTERS, request.query_params)
        page = list_page(found, request.query_params, keys=("-pk",))
        return Response(StudyListOut.of(page, **_of_runs([study.run for study in page.rows])))

    @extend_schema(
        operation_id="studies_create",
        request=StudyIn,
        responses={201: StudyDetailOut},
        extensions=errors("not_found", *SETTING_ERRORS),
    )
    def post(self, request):
        """Create a study of an evidence set as it is now; paused unless `start` is true."""
        body = StudyIn.read(request.data)
        window = self.evidence_set(request, body.pop("evidence_set_id"))
        study = studies.create(organization=request.organization, window=window, **body, by=request.user)
        request_due.delay_on_commit()
        return self.answer(request, study, status=201)


class StudyEstimate(StudyView):
    access = {"POST": "manage"}
    request_classes = {"POST": QUERY}

    @extend_schema(
        operation_id="studies_estimate",
        request=StudyEstimateIn,
        responses=RunEstimateOut,
        extensions=errors("not_found", *SETTING_ERRORS),
    )
    def post(self, request):
        """What a study is likely to cost and to take; nothing is made and nothing is sent.

        The same settings are refused as when it is created; views of texts that exist are not made again.
        """
        body = StudyEstimateIn.read(request.data)
        window = self.evidence_set(request, body.pop("evidence_set_id"))
        return Response(RunEstimateOut.of(estimates.estimate(window=window, **body)))


class StudyDetail(StudyView):
    access = {"GET": "read", "PATCH": "manage"}

    @extend_schema(operation_id="studies_retrieve", responses=StudyDetailOut)
    def get(self, request, study_id):
        """Get a study with the progress of its run."""
        return self.answer(request, self.study(request, study_id))

    @extend_schema(
        operation_id="studies_partial_update",
        request=StudyChangeIn,
        responses=StudyDetailOut,
        extensions=errors("run_ended", "cancelled"),
    )
    def patch(self, request, study_id):
        """Start, pause or cancel a study. More of its run is changed by PATCH /v1/runs/{run_id}."""
        study, body = self.study(request, study_id), StudyChangeIn.read(request.data)
        run = controls.set_state(run=study.run, **body, by=request.user)
        supervisor.advance(run)
        request_due.delay_on_commit()
        return self.answer(request, study)


class StudyClone(StudyView):
    access = {"POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        operation_id="studies_clone",
        request=StudyCloneIn,
        responses={201: StudyDetailOut},
        extensions=errors(*SETTING_ERRORS),
    )
    def post(self, request, study_id):
        """Create another study of the same evidence set, with the same settings but for those that change."""
        study, body = self.study(request, study_id), StudyCloneIn.read(request.data)
        made = studies.clone(study=study, changes=body.pop("settings", None), **body, by=request.user)
        request_due.delay_on_commit()
        return self.answer(request, made, status=201)


def _of_runs(runs):
    """The context of EngineRunOut."""
    return {"totals": totals.totals_of(runs), "owners": owners_of(runs)}
