"""Language-model annotators over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from annotations.models import AnnotationTask, Annotator
from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.paging import Pages
from reviews.engine.tasks import request_due
from reviews.scorers.actions import annotators, task_runs
from reviews.scorers.api.bodies import AnnotatorChangeIn, AnnotatorIn
from reviews.scorers.api.shapes import AnnotatorListOut, AnnotatorOut
from reviews.scorers.model_checks import MODEL_ERRORS

PAGES = Pages(keys=("-created_at", "-pk"), default=50)
FILTERS = [
    filters.part_of("name", "name", "a part of the name"),
    filters.part_of("model", "model", "a part of the model's name"),
    filters.choice("status", "status", annotators.STATUSES, "annotators in one of these states"),
    filters.since("created_at", "annotators made then or later"),
]


class AnnotatorList(ApiView):
    access = {"GET": "read", "POST": "manage"}

    @extend_schema(
        operation_id="annotators_list",
        parameters=[*PAGES.parameters, *filters.parameters(FILTERS)],
        responses=AnnotatorListOut,
    )
    def get(self, request):
        """Language-model annotators of your organization that tasks can be given to, newest first."""
        found = filters.narrowed(annotators.offered(request.organization), FILTERS, request.query_params)
        return Response(AnnotatorListOut.of(PAGES.page(found, request.query_params)))

    @extend_schema(
        request=AnnotatorIn,
        responses={201: AnnotatorOut},
        extensions=errors("not_found", *MODEL_ERRORS),
    )
    def post(self, request):
        """Make one, or find the one with the same settings; with `task_id` it starts on that task at once."""
        body = AnnotatorIn.read(request.data)
        task_id = body.pop("task_id", None)
        chosen = {name: body.pop(name) for name in ("policy", "critic_model") if name in body}
        body.pop("kind", None)
        task = None
        if task_id is not None:
            tasks = AnnotationTask.objects.for_organization(request.organization)
            task = self.get_or_404(tasks, "annotation task", pk=task_id)
        annotator = annotators.create(organization=request.organization, by=request.user, **body)
        if task is not None:
            task_runs.start(task=task, annotator=annotator, by=request.user, **chosen)
            request_due.delay_on_commit()
        return Response(AnnotatorOut.of(annotator), status=201)


class AnnotatorDetail(ApiView):
    access = {"GET": "read", "PATCH": "manage"}

    def annotator(self, request, annotator_id):
        machines = Annotator.objects.for_organization(request.organization).machines()
        return self.get_or_404(machines.select_related("organization"), "annotator", pk=annotator_id)

    @extend_schema(responses=AnnotatorOut)
    def get(self, request, annotator_id):
        return Response(AnnotatorOut.of(self.annotator(request, annotator_id)))

    @extend_schema(request=AnnotatorChangeIn, responses=AnnotatorOut, extensions=errors("unknown_status"))
    def patch(self, request, annotator_id):
        """Pause or wake an annotator in all its tasks."""
        annotator = self.annotator(request, annotator_id)
        status = AnnotatorChangeIn.read(request.data)["status"]
        annotator = annotators.set_status(annotator=annotator, status=status, by=request.user)
        request_due.delay_on_commit()
        return Response(AnnotatorOut.of(annotator))
