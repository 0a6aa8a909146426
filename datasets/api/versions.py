"""Versions over the API: upload, open, list, read, check again, publish, deprecate."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from datasets.actions import datasets, imports
from datasets.api.base import DatasetView, VersionView
from datasets.api.serializers import MappingIn, OpenVersionIn, UploadIn
from datasets.api.shapes import UploadedOut, VersionListOut, VersionOut
from datasets.api.uploads import UploadParser, uploaded_form
from datasets.tasks import import_due
from datasets.views.lists.versions import FILTERS
from evalhub.accounts.api.request_limits import BATCH
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.paging import Pages
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput

PAGES = Pages(keys=("-version_number",))


class VersionList(DatasetView):
    access = {"GET": "read", "POST": "manage"}
    request_classes = {"POST": BATCH}
    parser_classes = [UploadParser]

    @extend_schema(parameters=[*PAGES.parameters, *filters.parameters(FILTERS)], responses=VersionListOut)
    def get(self, request, dataset_id):
        """Versions of a dataset, newest first."""
        found = filters.narrowed(self.dataset(request, dataset_id).versions.all(), FILTERS, request.query_params)
        return Response(VersionListOut.of(PAGES.page(found, request.query_params)))

    @extend_schema(
        request={"multipart/form-data": UploadIn},
        responses={201: UploadedOut},
        extensions=errors(
            "bad_mapping",
            "bad_json",
            "empty_file",
            "given_twice",
            "file_too_large",
            "unknown_file_format",
            "disk_full",
            "kept_dataset",
        ),
    )
    def post(self, request, dataset_id):
        """Upload a file as the next version. It is checked and imported in the background, all rows or none."""
        dataset = self.dataset(request, dataset_id)
        body = UploadIn.read(uploaded_form(request))
        version = datasets.receive(
            dataset=dataset,
            upload=body["file"],
            description=body.get("description", ""),
            mapping=_mapping(body.get("mapping")),
            by=request.user,
        )
        import_due.delay_on_commit()
        return Response(UploadedOut.of(version), status=201)


class OpenVersions(DatasetView):
    access = {"POST": "manage"}

    @extend_schema(request=OpenVersionIn, responses={201: VersionOut}, extensions=errors("kept_dataset"))
    def post(self, request, dataset_id):
        """Make the next version open: without a file, for cases that are added over the API until it is published.

        Cases of an open version never change. An annotation task needs a published version.
        """
        dataset = self.dataset(request, dataset_id)
        version = datasets.open_version(dataset=dataset, by=request.user, **OpenVersionIn.read(request.data))
        return Response(VersionOut.of(version), status=201)


class VersionDetail(VersionView):
    access = {"GET": "read"}

    @extend_schema(responses=VersionOut)
    def get(self, request, dataset_id, version_number):
        """A version with the result of its check, or its progress."""
        return Response(VersionOut.of(self.version(request, dataset_id, version_number)))


class VersionValidate(VersionView):
    access = {"POST": "manage"}

    @extend_schema(
        request=MappingIn,
        responses={202: VersionOut},
        extensions=errors("bad_mapping", "in_check", "no_file", "conflict", "kept_dataset"),
    )
    def post(self, request, dataset_id, version_number):
        """Check the stored file of a DRAFT again, with another mapping; the number stays."""
        version = self.version(request, dataset_id, version_number)
        body = MappingIn.read(request.data)
        mapping, leaves_out = body.get("mapping"), body["leaves_out_bad_rows"]
        if mapping is not None and not isinstance(mapping, dict):
            raise InvalidInput(f"mapping must be an object, met {type(mapping).__name__}.", code="bad_mapping")
        version = imports.restart(version=version, mapping=mapping, leaves_out=leaves_out, by=request.user)
        import_due.delay_on_commit()
        return Response(VersionOut.of(version), status=202)


class VersionPublish(VersionView):
    access = {"POST": "manage"}

    @extend_schema(
        request=None, responses=VersionOut, extensions=errors("not_valid", "in_check", "no_cases", "kept_dataset")
    )
    def post(self, request, dataset_id, version_number):
        """Freeze a VALID version, and close an open one; asking twice changes nothing."""
        version = self.version(request, dataset_id, version_number)
        return Response(VersionOut.of(datasets.set_status(version=version, status="PUBLISHED", by=request.user)))


class VersionDeprecate(VersionView):
    access = {"POST": "manage"}

    @extend_schema(request=None, responses=VersionOut, extensions=errors("not_valid", "kept_dataset"))
    def post(self, request, dataset_id, version_number):
        """Take a version out of use for new annotation tasks; running ones keep it."""
        version = self.version(request, dataset_id, version_number)
        return Response(VersionOut.of(datasets.set_status(version=version, status="DEPRECATED", by=request.user)))


def _mapping(text):
    if not text or not text.strip():
        return None
    mapping = strict_json.loads(text)
    if not isinstance(mapping, dict):
        raise InvalidInput('mapping is a JSON object such as {"input": "question"}.', code="bad_mapping")
    return mapping
