"""What a reviewer reads of a job: the files its manifest names, as one text and one by one."""

import hashlib
from dataclasses import dataclass, field

from evalhub.lib import strict_json
from evalhub.lib.translation import gettext
from reviews.jobs.directory import MAX_FILES, MAX_TOTAL_BYTES, JobDirectory
from reviews.jobs.errors import FileMissing, JobError
from reviews.jobs.scorer_event import whole_number

JSON_FORMAT = "json"


@dataclass(frozen=True)
class ArtifactFile:
    """A file that the manifest names; one that is missing has no text and no digest."""

    name: str
    path: str
    format: str
    text: str = ""
    size_bytes: int = 0
    sha256: str = ""
    missing: bool = False


@dataclass(frozen=True)
class ArtifactPayload:
    """`content_sha256` is the digest of names, formats and contents in the manifest's order."""

    initiative_id: str
    artifact_text: str
    model_type: str
    sample_size: int
    metadata: dict = field(default_factory=dict)
    files: list[ArtifactFile] = field(default_factory=list)
    content_sha256: str = ""


def load_artifact(directory, manifest):
    """The ArtifactPayload of the files in the manifest's order; those that do not exist are marked, not refused.

    JobError artifact_invalid for a file that is no text, too large, a link or outside the directory, and for too many.
    """
    directory = JobDirectory.of(directory)
    if not manifest.files:
        words = gettext("The manifest does not list any files. Valid for a review: at least one.")
        raise JobError(words, category="manifest_invalid", field="files")
    if len(manifest.files) > MAX_FILES:
        words = gettext("The manifest names %(met)s files. Valid: at most %(most)s.")
        raise _invalid(words % {"met": len(manifest.files), "most": MAX_FILES}, "files")
    files = _read_all(directory, manifest)
    return ArtifactPayload(
        initiative_id=manifest.initiative_id,
        artifact_text=artifact_text(files),
        model_type=manifest.model_type,
        sample_size=sample_size(files),
        metadata={},
        files=files,
        content_sha256=content_sha256(files),
    )


def artifact_text(files):
    """The files that exist, each under a heading of its name and format, with a blank line between."""
    return "\n\n".join(f"=== {file.name} ({file.format}) ===\n{file.text}" for file in files if not file.missing)


def sample_size(files):
    """The first sample size other than 0 among the JSON files that hold an object; 0 when none says one."""
    for file in files:
        if file.format == JSON_FORMAT and not file.missing and (size := _sample_size(file.text)):
            return size
    return 0


def content_sha256(files):
    parts = [[file.name, file.format, None if file.missing else file.sha256] for file in files]
    return hashlib.sha256(strict_json.dumps(parts).encode()).hexdigest()


def _read_all(directory, manifest):
    files, total = [], 0
    for name, entry in manifest.files.items():
        file = _read(directory, name, entry)
        total += file.size_bytes
        if total > MAX_TOTAL_BYTES:
            words = gettext("The files have more than %(most)s bytes together.") % {"most": f"{MAX_TOTAL_BYTES:,}"}
            raise _invalid(words, f"files.{name}")
        files.append(file)
    return files


def _read(directory, name, entry):
    where = f"files.{name}"
    try:
        content = directory.read(entry.path, field=where)
    except FileMissing:
        return ArtifactFile(name, entry.path, entry.format, missing=True)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        words = gettext("The file %(path)s is not UTF-8 text: byte %(place)s cannot be read.")
        raise _invalid(words % {"path": entry.path, "place": error.start + 1}, where) from None
    if "\0" in text:
        words = gettext("The file %(path)s contains a NUL character, which cannot be stored. Valid: text.")
        raise _invalid(words % {"path": entry.path}, where)
    return ArtifactFile(name, entry.path, entry.format, text, len(content), hashlib.sha256(content).hexdigest())


def _sample_size(text):
    try:
        value = strict_json.loads(text)
        return whole_number(value.get("sample_size", 0), "sample_size") if isinstance(value, dict) else 0
    except (strict_json.BadJson, JobError):
        return 0


def _invalid(message, where):
    return JobError(message, category="artifact_invalid", field=where)
