"""Job directories on disk for the tests."""

import json
import shutil

import pytest

from reviews.jobs.errors import JobError

MANIFEST = {
    "schema_version": "2.0",
    "model_type": "experiment",
    "initiative_id": "tutoring-pilot-2025",
    "created_at": "2025-06-01T12:00:00+00:00",
    "files": {"impact_results": {"path": "impact_results.json", "format": "json"}},
}
RESULTS = {"ci_upper": 15.0, "effect_estimate": 10.0, "ci_lower": 5.0, "cost_to_scale": 100.0, "sample_size": 50}


def make_job(above, *, manifest=MANIFEST, results=RESULTS, name="job-impact-engine-0001", **files):
    """The path of a new job directory, in the place of an earlier one.

    None leaves a file out, and text or bytes are written as they are.
    """
    folder = above / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    contents = {"manifest.json": manifest, "impact_results.json": results}
    for file_name, content in (contents | files).items():
        if content is not None:
            (folder / file_name).write_bytes(as_bytes(content))
    return folder


def manifest_with(**changes):
    """The usual manifest with these keys changed; those that are None are left out."""
    return {key: value for key, value in (MANIFEST | changes).items() if value is not None}


def as_bytes(content):
    if isinstance(content, bytes):
        return content
    return content.encode() if isinstance(content, str) else json.dumps(content).encode()


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def refused(category, field, function, *arguments, **options):
    """The message of the JobError that a call ends with, whose category and field are these."""
    with pytest.raises(JobError) as caught:
        function(*arguments, **options)
    assert (caught.value.category, caught.value.field) == (category, field)
    return caught.value.message
