"""Read a job directory in the order in which its mistakes are told: manifest, strategy, method, results, artifact."""

from dataclasses import dataclass

from evalhub.lib.translation import gettext as _
from reviews.jobs.artifact import ArtifactPayload
from reviews.jobs.directory import JobDirectory
from reviews.jobs.errors import JobError
from reviews.jobs.manifest import Manifest, load_manifest
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer
from reviews.jobs.scorer_event import ScorerEvent, load_scorer_event

MOST_CHARACTERS = 1_000_000  # of the artifact: a model reads no more, and a page shows no more


@dataclass(frozen=True)
class JobRead:
    """A directory that is fit to be evaluated; the payload is None where the strategy is to score."""

    directory: JobDirectory
    manifest: Manifest
    reviewer: MethodReviewer
    event: ScorerEvent
    payload: ArtifactPayload | None


def read(location, *, cost_to_scale=None):
    """The JobRead of a directory; JobError with its category and field for the first thing that is wrong."""
    directory = JobDirectory(location)
    manifest = load_manifest(directory)
    reviewer = MethodReviewerRegistry.create(manifest.model_type)
    event = load_scorer_event(
        directory, initiative_id=manifest.initiative_id, model_type=manifest.model_type, cost_to_scale=cost_to_scale
    )
    payload = _payload(reviewer, directory, manifest) if manifest.evaluate_strategy == "review" else None
    return JobRead(directory, manifest, reviewer, event, payload)


def _payload(reviewer, directory, manifest):
    if not manifest.files:
        raise JobError(
            _("The manifest does not list any files. Valid for a review: at least one."),
            category="manifest_invalid",
            field="files",
        )
    payload = reviewer.load_artifact(directory, manifest)
    size = len(payload.artifact_text)
    if size > MOST_CHARACTERS:
        words = _("The files have %(met)s characters together. Valid: at most %(most)s.")
        raise JobError(
            words % {"met": f"{size:,}", "most": f"{MOST_CHARACTERS:,}"}, category="artifact_invalid", field="files"
        )
    if "\0" in payload.artifact_text:
        raise JobError(_("The files contain a NUL character. Valid: text."), category="artifact_invalid", field="files")
    return payload
