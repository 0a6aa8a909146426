"""What the API of study bundles answers with."""

from django.urls import reverse
from rest_framework import serializers as s

from evalhub.api.fields import Answer
from evalhub.api.paging import NEXT_HELP, ListOut

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
