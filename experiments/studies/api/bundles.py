"""Bundles of studies over the API: the manifest, the tables as files, and the tables page by page."""

from django.http import FileResponse, HttpResponseNotModified
from django.urls import reverse
from django.utils.http import parse_etags
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.base import ApiView
from evalhub.api.errors import errors
from evalhub.api.fields import Answer
from evalhub.api.paging import CURSOR, NEXT_HELP, ListOut, limit_of, read_page
from experiments.models import Study
from experiments.studies.actions import export_pages, exports

COLUMN_TYPES = ["text", "integer", "number", "boolean", "time", "texts", "integers", "stages", "mapping"]


class BundleColumnOut(Answer):
    name = s.CharField()
    type = s.ChoiceField(COLUMN_TYPES)


class BundleFileOut(Answer):
    size_bytes = s.IntegerField()
    sha256 = s.CharField()
    path = s.CharField(help_text="of this snapshot's file, below the server's address")


class BundleTableOut(Answer):
    rows = s.IntegerField()
    columns = BundleColumnOut(many=True)
    files = s.DictField(child=BundleFileOut(), help_text="by format: csv, parquet")


class BundleOut(Answer):
    """The manifest of a bundle, and where the files of its snapshot are; the context holds the `study`."""

    export_schema_version = s.IntegerField(help_text="another one when a column goes or changes its meaning")
    etag = s.CharField(help_text="the name of the snapshot; the same as long as nothing in the bundle changes")
    snapshot_at = s.DateTimeField()
    study = s.DictField(help_text="name, settings, window, and the evidence that was left out")
    run = s.DictField(help_text="status completed: nothing more comes by itself")
    counts = s.DictField(child=s.IntegerField(), help_text="rows by table")
    tables = s.DictField(child=BundleTableOut())

    def read_tables(self, manifest):
        return {table: facts | {"files": self._files(manifest, table)} for table, facts in manifest["tables"].items()}

    def _files(self, manifest, table):
        return {
            suffix: file | {"path": self._path(table, suffix, manifest["etag"])}
            for suffix, file in manifest["tables"][table]["files"].items()
        }

    def _path(self, table, suffix, etag):
        return f"{reverse(f'api_study_bundle_{table}_{suffix}', args=[self.context['study'].pk])}?snapshot={etag}"


class BundlePageOut(ListOut):
    """A ListPage of a table; the context holds the `bundle`."""

    rows = s.ListField(child=s.DictField(), help_text="with the manifest's columns")
    total = s.IntegerField(help_text="of all pages")
    next = s.CharField(allow_null=True, help_text=f"{NEXT_HELP}; it is of the same snapshot")
    etag = s.CharField(help_text="the snapshot", source="context.bundle.etag")


USUAL_ROWS, MOST_ROWS = 100, 250
CONTENT_TYPES = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="the etag that is known already, in quotes: 304 when it is still that",
)
SNAPSHOT = OpenApiParameter(
    "snapshot", OpenApiTypes.STR, description="an etag: that snapshot and no other; 410 when it is not kept any more"
)
WRITING_ERRORS = ("bundle_in_progress", "disk_full")
UNCHANGED = OpenApiResponse(description="It is still what the caller knows.")


class StudyView(ApiView):
    """A view below /studies/{study_id}."""

    access = {"GET": "export"}

    def study(self, request, study_id):
        """The study of the caller's organization."""
        found = Study.objects.for_organization(request.organization).select_related("organization")
        return self.get_or_404(found, "study", pk=study_id)

    def newest(self, request, study):
        """The Bundle of the study as it is now, None when it is the one that the caller knows; and its ETag."""
        etag = exports.etag_of(study=study)
        return None if knows(request, etag) else exports.bundle_of(study=study, etag=etag), etag


class StudyBundle(StudyView):
    @extend_schema(
        parameters=[IF_NONE_MATCH], responses={200: BundleOut, 304: UNCHANGED}, extensions=errors(*WRITING_ERRORS)
    )
    def get(self, request, study_id):
        """Read the manifest of a study's bundle: what it is about, its tables, and where their files are."""
        study = self.study(request, study_id)
        bundle, etag = self.newest(request, study)
        if bundle is None:
            return not_modified(etag)
        return Response(BundleOut.of(bundle.manifest, study=study), headers={"ETag": quoted(bundle.etag)})


class BundlePage(StudyView):
    table = ""

    @extend_schema(
        parameters=[limit_of(USUAL_ROWS, MOST_ROWS), CURSOR, IF_NONE_MATCH],
        responses={200: BundlePageOut, 304: UNCHANGED},
        extensions=errors("bad_cursor", "snapshot_gone", *WRITING_ERRORS),
    )
    def get(self, request, study_id):
        """Read a table of a study's bundle page by page.

        100 rows at a time and at most 250; all pages are of one snapshot.
        """
        study, cursor = self.study(request, study_id), request.query_params.get("cursor")
        limit = read_page(request.query_params, default=USUAL_ROWS, maximum=MOST_ROWS).limit
        if cursor is None:
            (bundle, etag), place = self.newest(request, study), 0
            if bundle is None:
                return not_modified(etag)
            exports.note_download(study=study, bundle=bundle, table=self.table, suffix="json", by=request.user)
        else:
            bundle, place = export_pages.found(study=study, table=self.table, cursor=cursor)
        page = export_pages.read(study=study, table=self.table, bundle=bundle, place=place, limit=limit)
        return Response(BundlePageOut.of(page, bundle=bundle), headers={"ETag": quoted(bundle.etag)})


class BundleFile(StudyView):
    table = suffix = ""

    def perform_content_negotiation(self, request, force=False):
        """The file is what its address says, whatever the caller would like; errors are JSON."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        parameters=[SNAPSHOT, IF_NONE_MATCH],
        responses={
            (200, "text/csv"): OpenApiTypes.BINARY,
            (200, "application/vnd.apache.parquet"): OpenApiTypes.BINARY,
            304: UNCHANGED,
        },
        extensions=errors("snapshot_gone", *WRITING_ERRORS),
    )
    def get(self, request, study_id):
        """Download a table of a study's bundle as a file, of its newest snapshot or of a named one."""
        study, snapshot = self.study(request, study_id), request.query_params.get("snapshot")
        if snapshot is None:
            bundle, etag = self.newest(request, study)
        else:
            bundle, etag = exports.bundle_named(study=study, etag=snapshot), snapshot
        if bundle is None or knows(request, bundle.etag):
            return not_modified(etag)
        file = exports.open_table(bundle=bundle, table=self.table, suffix=self.suffix)
        exports.note_download(study=study, bundle=bundle, table=self.table, suffix=self.suffix, by=request.user)
        facts = bundle.manifest["tables"][self.table]["files"][self.suffix]
        return FileResponse(
            file,
            as_attachment=True,
            filename=f"{self.table}-{study.pk}.{self.suffix}",
            content_type=CONTENT_TYPES[self.suffix],
            headers={"ETag": quoted(bundle.etag), "X-Content-SHA256": facts["sha256"]},
        )


def quoted(etag):
    return f'"{etag}"'


def knows(request, etag):
    """Whether the caller says by If-None-Match that this is what it has."""
    tags = {tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))}
    return bool(tags & {"*", quoted(etag)})


def not_modified(etag):
    return HttpResponseNotModified(headers={"ETag": quoted(etag)})
