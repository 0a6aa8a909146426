"""Annotation tasks over the API: create, list, read, change."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.response import Response

from annotations.tasks.actions import annotation_tasks, annotators
from annotations.tasks.actions import form as forms
from annotations.tasks.api.base import TaskView
from annotations.tasks.api.task_bodies import TaskChangeIn, TaskDetailOut, TaskIn, TaskListOut
from annotations.tasks.models import AnnotationTask
from annotations.tasks.models.annotation_task import ORIGINS
from datasets.api.base import LIMIT, OFFSET
from datasets.models import DatasetVersion
from evalhub.accounts.access import MEMBER
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.models import Team
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.paging import CURSOR, list_page

FILTERS = [
    filters.choice(
        "status",
        "status",
        AnnotationTask.TRANSITIONS,
        "tasks in one of these states",
        code="unknown_status",
        title=_("State"),
    ),
    filters.part_of("name", "name", "a part of the name", title=_("Name")),
    filters.identifier("dataset_version_id", "dataset_version", "tasks over this version", title=_("Dataset version")),
    filters.since("created_at", "tasks made then or later", title=_("Created from")),
    filters.choice(
        "origin",
        "origin",
        ORIGINS,
        "tasks that a person, a study, result reviews or an evaluation made",
        title=_("Made by"),
        labels={
            "person": _("People"),
            "study": _("Rubric studies"),
            "result_review": _("Result reviews"),
            "evaluation": _("Evaluations"),
        },
    ),
]
FORM_ERRORS = (
    "bad_compared",
    "bad_language",
    "bad_mode",
    "bad_output",
    "invalid_schema",
    "nothing_to_compare",
    "too_many",
)
TASK = OpenApiExample(
    "A task with one question",
    request_only=True,
    value={
        "name": "Correct answers",
        "dataset_version_id": "0192f0c1-7f3a-7c11-9d2e-3b6a5e8f1c22",
        "instructions": "Compare the answer with the expected one.",
        "output_name": "model-a",
        "required_annotations_per_item": 2,
        "annotation_schema": {
            "fields": [
                {
                    "key": "verdict",
                    "type": "single_choice",
                    "title": "Is the answer correct?",
                    "options": [{"value": "correct", "label": "Correct"}, {"value": "wrong", "label": "Wrong"}],
                }
            ]
        },
    },
)


class TaskList(ApiView):
    access = {"GET": MEMBER, "POST": "manage"}

    @extend_schema(
        parameters=[LIMIT, OFFSET, CURSOR, *filters.parameters(FILTERS)],
        responses=TaskListOut,
        extensions=errors("bad_cursor", "bad_filter", "unknown_status", "not_found"),
    )
    def get(self, request):
        """List the annotation tasks of the organization, newest first; annotators see active ones."""
        found = filters.narrowed(
            AnnotationTask.objects.for_organization(request.organization).listed().prefetch_related("teams"),
            FILTERS,
            request.query_params,
        )
        if "dataset_version_id" in request.query_params:
            versions = DatasetVersion.objects.for_organization(request.organization)
            self.get_or_404(versions, "dataset version", pk=request.query_params["dataset_version_id"])
        if not self.may("read"):
            found = found.filter(status="ACTIVE").open_to(annotators.of_member(request.membership))
        return Response(TaskListOut.of(list_page(found, request.query_params, keys=("-created_at", "-pk"))))

    @extend_schema(
        request=TaskIn,
        responses={201: TaskDetailOut},
        extensions=errors(
            *FORM_ERRORS, "bad_filter", "no_items", "too_many_strata", "version_not_published", "not_found"
        ),
        examples=[TASK],
    )
    def post(self, request):
        """Create an annotation task as a draft.

        PATCH its status to ACTIVE to hand out items.
        """
        body = TaskIn.read(request.data)
        versions = DatasetVersion.objects.for_organization(request.organization).select_related(
            "dataset", "organization"
        )
        version = self.get_or_404(versions, "dataset version", pk=body.pop("dataset_version_id"))
        form = body.pop("annotation_schema")
        _read_teams(self, body)
        task = annotation_tasks.create(
            dataset_version=version,
            annotation_schema=form,
            settings=annotation_tasks.TaskSettings(**body),
            by=request.user,
        )
        return Response(_detail(task), status=201)


class TaskDetail(TaskView):
    access = {"GET": MEMBER, "PATCH": "manage"}

    @extend_schema(responses=TaskDetailOut, extensions=errors())
    def get(self, request, task_id):
        """Read an annotation task with its form."""
        task = self.task(request, task_id)
        return Response(_detail(task))

    @extend_schema(
        request=TaskChangeIn,
        responses=TaskDetailOut,
        extensions=errors(
            *FORM_ERRORS,
            "bad_filter",
            "bad_transition",
            "no_items",
            "schema_frozen",
            "task_active",
            "too_many_strata",
            "unknown_status",
        ),
        examples=[OpenApiExample("Hand out items", request_only=True, value={"status": "ACTIVE"})],
    )
    def patch(self, request, task_id):
        """Change an annotation task: settings, the form of a draft, or the status; all of it or nothing."""
        task = self.task(request, task_id)
        body = TaskChangeIn.read(request.data)
        status = body.pop("status", None)
        form = body.pop("annotation_schema", None)
        _read_teams(self, body)
        with transaction.atomic():  # a refused status takes the changes beside it back
            if body or form is not None:
                task = annotation_tasks.change(task=task, changes=body, annotation_schema=form, by=request.user)
            if status is not None:
                task = annotation_tasks.set_status(task=task, status=status, by=request.user)
        return Response(_detail(task))


def _read_teams(view, body):
    """Put the organization's teams in place of their ids; 404 when one is unknown."""
    if "team_ids" in body:
        found = Team.objects.for_organization(view.request.organization)
        body["teams"] = [view.get_or_404(found, "team", pk=pk) for pk in dict.fromkeys(body.pop("team_ids"))]


def _detail(task):
    task.form = forms.load(task.schema_version_id)
    return TaskDetailOut.of(task)
