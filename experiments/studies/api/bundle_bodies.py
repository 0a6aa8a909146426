"""Bodies that the API of study bundles answers with."""

from django.urls import reverse
from rest_framework import serializers as s


class BundleColumnOut(s.Serializer):
    name = s.CharField()
    type = s.CharField(help_text="text, integer, number, boolean, time, texts, integers, stages or mapping")


class BundleFileOut(s.Serializer):
    size_bytes = s.IntegerField()
    sha256 = s.CharField()
    path = s.CharField(help_text="of this snapshot's file, below the server's address")


class BundleTableOut(s.Serializer):
    rows = s.IntegerField()
    columns = BundleColumnOut(many=True)
    files = s.DictField(child=BundleFileOut(), help_text="by format: csv, parquet")


class BundleOut(s.Serializer):
    export_schema_version = s.IntegerField(help_text="another one when a column goes or changes its meaning")
    etag = s.CharField(help_text="the name of the snapshot; the same as long as nothing in the bundle changes")
    snapshot_at = s.DateTimeField()
    study = s.DictField(help_text="name, settings, window, and the evidence that was left out")
    run = s.DictField(help_text="status completed: nothing more comes by itself")
    counts = s.DictField(child=s.IntegerField(), help_text="rows by table")
    tables = s.DictField(child=BundleTableOut())


class BundlePageOut(s.Serializer):
    page = s.ListField(child=s.DictField(), help_text="rows with the columns that the manifest names")
    continue_cursor = s.CharField(allow_null=True, help_text="the next page of the same snapshot; null at the end")
    is_done = s.BooleanField()
    total_count = s.IntegerField()
    etag = s.CharField(help_text="the snapshot")


def bundle_shape(study, bundle):
    """The manifest, and where the files of its snapshot are."""
    manifest = bundle.manifest
    return manifest | {
        "tables": {
            table: facts
            | {
                "files": {
                    suffix: file | {"path": _path(study, bundle, table, suffix)}
                    for suffix, file in facts["files"].items()
                }
            }
            for table, facts in manifest["tables"].items()
        }
    }


def page_shape(bundle, page):
    return {
        "page": page.rows,
        "continue_cursor": page.cursor,
        "is_done": page.cursor is None,
        "total_count": page.total,
        "etag": bundle.etag,
    }


def _path(study, bundle, table, suffix):
    return f"{reverse(f'api_study_bundle_{table}_{suffix}', args=[study.pk])}?snapshot={bundle.etag}"
