"""Logs of other evaluation tools over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from datasets.api.uploads import UploadParser, uploaded_form
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictSerializer
from experiments.benchmarks.actions import imported_logs
from experiments.evaluations.tasks import evaluation_due


class LogIn(StrictSerializer):
    file = s.FileField(
        allow_empty_file=True,
        max_length=1_000,
        help_text=".eval or .json of Inspect, or a .zip of the output folder of lm-evaluation-harness",
    )


class ImportedTaskOut(Answer):
    evaluation_id = s.UUIDField(source="evaluation.pk")
    name = s.CharField(source="evaluation.name")
    dataset_version_id = s.UUIDField(source="evaluation.task.dataset_version_id")
    output_count = s.IntegerField(source="evaluation.n_outputs")
    figures = s.DictField(help_text="the means that the log itself gives, by metric")


class ImportedLogOut(Answer):
    evaluations = ImportedTaskOut(many=True)


class LogList(ApiView):
    access = {"POST": "manage"}
    request_classes = {"POST": BATCH}
    parser_classes = [UploadParser]

    @extend_schema(
        operation_id="benchmark_logs_create",
        request={"multipart/form-data": LogIn},
        responses={201: ImportedLogOut},
        extensions=errors("invalid_log", "given_twice", "too_large"),
    )
    def post(self, request):
        """Take a log of Inspect or of lm-evaluation-harness in, with its samples.

        Each task becomes a dataset with outputs and an evaluation whose scores are those of the log.
        """
        file = LogIn.read(uploaded_form(request))["file"]
        found = imported_logs.add(
            organization=request.organization, name=file.name, content=file.read(), by=request.user
        )
        evaluation_due.delay_on_commit()
        return Response(ImportedLogOut.of({"evaluations": found}), status=201)
