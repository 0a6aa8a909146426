"""Imports of annotations over the API: upload, say what the file means, watch, cancel."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.imports.actions import files
from annotations.imports.actions import jobs as imports
from annotations.imports.formats import registry
from annotations.imports.models import ImportJob
from annotations.imports.models.import_job import IMPORT_KINDS
from annotations.imports.tasks import annotations_import_due
from annotations.tasks.api.base import TaskView
from datasets.api.base import LIMIT, OFFSET
from datasets.api.uploads import UploadParser, uploaded_form
from datasets.row_errors import worded
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, DescribedText, KeyField, StrictObject, StrictSerializer, TextOrNull, optional
from evalhub.api.paging import CURSOR, ListOut, list_page
from evalhub.lib import strict_json

UPLOAD_ERRORS = (
    "bad_mapping",
    "disk_full",
    "empty_file",
    "file_too_large",
    "given_twice",
    "not_active",
    "unknown_file_format",
    "unknown_format",
    "unknown_kind",
)
MAPPING = OpenApiExample(
    "Columns of a CSV file",
    request_only=True,
    value={
        "mapping": {
            "item": "id",
            "item_by": "external_id",
            "annotator": "rater",
            "questions": {"verdict": "label"},
        }
    },
)


class ImportIn(StrictSerializer):
    """A multipart form."""

    example = {"kind": "annotations", "format": "CSV", "mapping": "guess"}

    file = serializers.FileField(allow_empty_file=True, max_length=1_000, help_text=".jsonl, .json or .csv")
    kind = DescribedText({"enum": IMPORT_KINDS, "default": "annotations"}, required=False)
    format = serializers.CharField(required=False, help_text="JSONL, JSON, CSV or LABEL_STUDIO; else as the file looks")
    mapping = serializers.CharField(required=False, help_text='JSON, or "guess"; without it the file waits for a start')


MAPPING_HELP = (
    "item, item_by; kinds: {name or e-mail of an annotator: human, llm or program}; and by format annotator, about"
    " ({annotator_kind, annotator_id, simulated, exposure, flagged, abstained: column}), questions, justifications"
)


class ImportStartIn(StrictSerializer):
    mapping = StrictObject(help_text=MAPPING_HELP)


class ImportErrorOut(Answer):
    row = optional(serializers.IntegerField, help_text="from 1, without the header; null: the file as a whole")
    column = optional(serializers.CharField)
    reason = serializers.CharField()


class ImportOut(Answer):
    """One import; with `with_guess` it looks into a file that waits for its mapping."""

    import_id = serializers.UUIDField(source="pk")
    task_id = serializers.UUIDField()
    kind = serializers.ChoiceField(IMPORT_KINDS)
    format = KeyField(lambda: registry.keys())
    file_name = serializers.CharField()
    status = serializers.ChoiceField(
        ["needs_mapping", "queued", "running", "completed", "failed", "cancelled"],
        help_text="needs_mapping: it waits for a start with what its columns mean",
    )
    mapping = serializers.DictField(help_text="in force, or what the file suggests while none is")
    rows_read = serializers.IntegerField()
    rows_stored = serializers.IntegerField()
    rows_repeated = serializers.IntegerField(help_text="annotations that were here already")
    error_count = serializers.IntegerField()
    errors = ImportErrorOut(many=True, help_text="the first hundred; after a success, what was kept as it came")
    error = TextOrNull(help_text="why it failed")

    def read_status(self, job):
        names = {"waiting": "queued", "done": "completed"}
        return "needs_mapping" if _is_new(job) else names.get(job.state, job.state)

    def read_mapping(self, job):
        return files.sample(job).mapping if _is_new(job) and self.context.get("with_guess") else job.mapping

    def read_errors(self, job):
        return worded(job.errors)

    def read_error(self, job):
        return job.last_error and str(job.last_error)


class ImportListOut(ListOut):
    imports = ImportOut(source="rows", many=True)


FILTERS = [
    filters.choice("kind", "kind", IMPORT_KINDS, "imports of annotations or of prelabels", title=_("Content")),
    filters.part_of("file_name", "file_name", "a part of the file's name", title=_("File")),
    filters.since("created_at", "imports of then or later", title=_("Uploaded from")),
]


class TaskImports(TaskView):
    access = {"GET": "manage", "POST": "manage"}
    request_classes = {"POST": BATCH}
    parser_classes = [UploadParser]

    @extend_schema(
        parameters=[LIMIT, OFFSET, CURSOR, *filters.parameters(FILTERS)],
        responses=ImportListOut,
        extensions=errors("bad_cursor", "bad_filter"),
    )
    def get(self, request, task_id):
        """List the imports of a task, newest first."""
        found = ImportJob.objects.filter(task=self.task(request, task_id))
        found = filters.narrowed(found, FILTERS, request.query_params)
        return Response(ImportListOut.of(list_page(found, request.query_params, keys=("-created_at", "-pk"))))

    @extend_schema(
        request={"multipart/form-data": ImportIn}, responses={201: ImportOut}, extensions=errors(*UPLOAD_ERRORS)
    )
    def post(self, request, task_id):
        """Upload a file of annotations or prelabels.

        With a mapping it is imported at once, all rows or none.
        """
        task = self.task(request, task_id)
        body = ImportIn.read(uploaded_form(request))
        job = imports.receive(
            task=task,
            kind=body.get("kind", "annotations"),
            upload=body["file"],
            format=body.get("format", ""),
            by=request.user,
        )
        if "mapping" in body:
            text = body["mapping"]
            mapping = files.sample(job).mapping if text == "guess" else strict_json.loads(text)
            job = imports.start(job=job, mapping=mapping, by=request.user)
            annotations_import_due.delay_on_commit()
        return Response(ImportOut.of(job, with_guess=True), status=201)


class ImportView(ApiView):
    def job(self):
        jobs = ImportJob.objects.for_organization(self.request.organization).select_related("task")
        return self.get_or_404(jobs, "import", pk=self.kwargs["import_id"])

    def object_of(self, kind):
        return self.job().task_id if kind == "task" else None


class ImportDetail(ImportView):
    access = {"GET": "manage"}

    @extend_schema(responses=ImportOut, extensions=errors())
    def get(self, request, import_id):
        """Read how far an import is, what became of its rows, or the mapping that its file suggests."""
        return Response(ImportOut.of(self.job(), with_guess=True))


class ImportStart(ImportView):
    access = {"POST": "manage"}

    @extend_schema(
        request=ImportStartIn,
        responses=ImportOut,
        extensions=errors("bad_mapping", "not_active", "not_waiting"),
        examples=[MAPPING],
    )
    def post(self, request, import_id):
        """Start an import with this mapping; a refused file may be tried again."""
        job = self.job()
        job = imports.start(job=job, mapping=ImportStartIn.read(request.data)["mapping"], by=request.user)
        annotations_import_due.delay_on_commit()
        return Response(ImportOut.of(job))


class ImportCancel(ImportView):
    access = {"POST": "manage"}

    @extend_schema(request=None, responses=ImportOut, extensions=errors("already_ended"))
    def post(self, request, import_id):
        """Cancel an import that waits or goes on; nothing of it is kept."""
        return Response(ImportOut.of(imports.cancel(job=self.job(), by=request.user)))


def _is_new(job):
    """Whether it waits to be told what its columns mean."""
    return job.state == "waiting" and not job.mapping
