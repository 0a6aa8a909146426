"""The quality of models over the API: gradings, the ledger's observations, where a task goes, calibrations."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from datasets.models import DatasetVersion
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.paging import Pages
from evalhub.lib.errors import InvalidInput
from reviews.engine.tasks import request_due
from reviews.quality.actions import grading_calibrations, gradings, routing
from reviews.quality.api.shapes import (
    CalibrationIn,
    CalibrationListOut,
    CalibrationOut,
    GradingDetailOut,
    GradingIn,
    GradingListOut,
    GradingOut,
    ObservationListOut,
    RouteOut,
)
from reviews.quality.models import GradingRun, JudgeTest, QualityObservation
from reviews.quality.tasks import quality_due
from reviews.quality.views.grading_summary import results_of
from reviews.quality.views.lists.calibrations import FILTERS as CALIBRATION_FILTERS
from reviews.quality.views.lists.gradings import FILTERS as GRADING_FILTERS
from reviews.quality.views.lists.observations import FILTERS
from reviews.quality.views.model_summaries import total_of

LONGEST_FILTER = 200
TASK_TYPE = OpenApiParameter("task_type", OpenApiTypes.STR, description="the kind of task")
PAGES = Pages(keys=("-pk",), default=50)
OBSERVATION_PAGES = Pages(keys=("-recorded_at", "-pk"), default=50)
CALIBRATION_PAGES = Pages(keys=("-created_at", "-pk"), default=50)


class GradingList(ApiView):
    access = {"GET": "read", "POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        operation_id="quality_gradings_list",
        parameters=[*PAGES.parameters, *filters.parameters(GRADING_FILTERS)],
        responses=GradingListOut,
    )
    def get(self, request):
        """Gradings of your organization, newest first."""
        found = GradingRun.objects.for_organization(request.organization).with_simulated()
        found = filters.narrowed(found.with_systems().select_related("run"), GRADING_FILTERS, request.query_params)
        return Response(GradingListOut.of(PAGES.page(found, request.query_params)))

    @extend_schema(
        operation_id="quality_gradings_create",
        request=GradingIn,
        responses={201: GradingOut},
        extensions=errors(
            "not_found",
            "version_not_published",
            "name_taken",
            "invalid_models",
            "invalid_model",
            "unknown_judge",
            "unknown_prompt",
            "invalid_text",
            "invalid_count",
            "model_not_callable",
        ),
    )
    def post(self, request):
        """Have a baseline and its candidates answer the same prompts, and a judge compare each pair. It goes on in the
        background; its results are read at the grading's own address."""
        body = GradingIn.read(request.data)
        versions = DatasetVersion.objects.for_organization(request.organization)
        version = self.get_or_404(versions, "dataset version", pk=str(body.pop("dataset_version_id")))
        grading = gradings.create(organization=request.organization, dataset_version=version, by=request.user, **body)
        request_due.delay_on_commit()
        return Response(GradingOut.of(grading), status=201)


class GradingDetail(ApiView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="quality_gradings_retrieve",
        responses=GradingDetailOut,
        parameters=[
            OpenApiParameter(
                "grader_id", OpenApiTypes.STR, description="whose scores; by itself the one that compared most"
            )
        ],
    )
    def get(self, request, grading_id):
        """A grading with what each of its models reached."""
        found = GradingRun.objects.for_organization(request.organization).with_simulated().with_systems()
        found = found.select_related("run")
        grading = self.get_or_404(found, "grading", pk=grading_id)
        results = results_of(grading, request.query_params.get("grader_id", ""))
        return Response(GradingDetailOut.of(grading, results=results))


class ObservationList(ApiView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="quality_observations_list",
        parameters=[*OBSERVATION_PAGES.parameters, *filters.parameters(FILTERS)],
        responses=ObservationListOut,
    )
    def get(self, request):
        """Observations of the quality ledger, newest first, with their mean quality."""
        found = QualityObservation.objects.for_organization(request.organization)
        found = filters.narrowed(found, FILTERS, request.query_params)
        page = OBSERVATION_PAGES.page(found.with_systems(), request.query_params)
        return Response(ObservationListOut.of(page, mean_quality=total_of(found).quality.value))


class Route(ApiView):
    access = {"GET": "read"}

    @extend_schema(
        operation_id="quality_route",
        parameters=[TASK_TYPE],
        responses=RouteOut,
        extensions=errors("missing_task_type", "invalid_filter", "no_routing_policy"),
    )
    def get(self, request):
        """Which model the router takes for this kind of task now, and why; 404 where no policy is set."""
        task_type = text_of(request, "task_type")
        if not task_type:
            raise InvalidInput(
                "task_type is missing. Valid: the kind of task that is to be routed.", code="missing_task_type"
            )
        choice = routing.choose(organization=request.organization, task_type=task_type)
        return Response(RouteOut.of(choice, task_type=task_type))


class CalibrationList(ApiView):
    access = {"GET": "read", "POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(
        operation_id="quality_calibrations_list",
        responses=CalibrationListOut,
        parameters=[*CALIBRATION_PAGES.parameters, *filters.parameters(CALIBRATION_FILTERS)],
        extensions=errors("invalid_filter"),
    )
    def get(self, request):
        """Calibrations of judges, newest first; the newest of a judge is the one that counts."""
        found = JudgeTest.objects.for_organization(request.organization).measurements()
        found = filters.narrowed(found, CALIBRATION_FILTERS, request.query_params)
        return Response(CalibrationListOut.of(CALIBRATION_PAGES.page(found, request.query_params)))

    @extend_schema(
        operation_id="quality_calibrations_create",
        request=CalibrationIn,
        responses={201: CalibrationOut, 202: CalibrationOut},
        extensions=errors(
            "not_found", "no_model_judge", "unknown_judge", "run_goes_on", "invalid_reference", "invalid_grader"
        ),
    )
    def post(self, request):
        """Measure the model that has judged a grading against a judge that is no language model. 201: it is done; 202:
        the reference takes long, so a worker does it, and the result is read at the calibration's own address."""
        body = CalibrationIn.read(request.data)
        own = GradingRun.objects.for_organization(request.organization).select_related("run", "organization")
        grading = self.get_or_404(own, "grading", pk=body["grading_id"])
        found = grading_calibrations.request(
            grading=grading, reference=body["reference"], tool=body.get("embedder", ""), by=request.user
        )
        if found.state != "done":
            quality_due.delay_on_commit()
        return Response(CalibrationOut.of(found), status=201 if found.state == "done" else 202)


class CalibrationDetail(ApiView):
    access = {"GET": "read"}

    @extend_schema(operation_id="quality_calibrations_retrieve", responses=CalibrationOut)
    def get(self, request, calibration_id):
        """One calibration: whether it is done, and what it found."""
        own = JudgeTest.objects.for_organization(request.organization).measurements()
        return Response(CalibrationOut.of(self.get_or_404(own, "calibration", pk=calibration_id)))


def text_of(request, name):
    text = request.query_params.get(name, "")
    if len(text) > LONGEST_FILTER or "\0" in text:
        raise InvalidInput(
            f"{name} is {text[:60]!r}. Valid: at most {LONGEST_FILTER} characters.",
            code="invalid_filter",
            details={"field": name},
        )
    return text
