"""How states, origins, mistakes and verdicts of jobs are said on their pages."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reviews.engine.views.labels import StateLabel
from reviews.jobs.actions.sign_off import VERDICTS
from reviews.jobs.methods import MethodReviewerRegistry

STATES = {
    "reviewing": StateLabel("running", gettext_lazy("Under review")),
    "reviewed": StateLabel("ready", gettext_lazy("Reviewed")),
    "signed_off": StateLabel("completed", gettext_lazy("Signed off")),
    "failed": StateLabel("failed", gettext_lazy("Failed")),
}
SCORED = StateLabel("ready", gettext_lazy("Scored"))
ORIGINS = {
    "registered": gettext_lazy("registered by its path"),
    "uploaded": gettext_lazy("uploaded as an archive"),
    "inbox": gettext_lazy("found in the inbox folder"),
    "command": gettext_lazy("submitted on the command line"),
}
STRATEGIES = {
    "review": gettext_lazy("reviewed by models"),
    "score": gettext_lazy("drawn from the range of the method"),
}
VERDICT_TONES = {"trust": "positive", "caution": "caution", "reject": "negative"}


@dataclass(frozen=True)
class Mistake:
    """A category of errors in words: what is wrong, and what to do about it."""

    title: str
    advice: str


MISTAKES = {
    "manifest_missing": Mistake(
        gettext_lazy("No manifest"),
        gettext_lazy("Add a manifest.json with at least model_type to the directory, then submit it again."),
    ),
    "manifest_invalid": Mistake(
        gettext_lazy("Invalid manifest"),
        gettext_lazy("Fix manifest.json as described, then submit the directory again."),
    ),
    "unknown_strategy": Mistake(
        gettext_lazy("Unknown strategy"),
        gettext_lazy("Set evaluate_strategy in manifest.json to score or review, then submit the directory again."),
    ),
    "unknown_method": Mistake(
        gettext_lazy("Unknown method"),
        gettext_lazy("Set model_type in manifest.json to one of the listed methods."),
    ),
    "results_missing": Mistake(
        gettext_lazy("No results"),
        gettext_lazy("Write impact_results.json to the directory, then submit it again."),
    ),
    "results_invalid": Mistake(
        gettext_lazy("Invalid results"),
        gettext_lazy("Fix the value in impact_results.json, then submit the directory again."),
    ),
    "artifact_invalid": Mistake(
        gettext_lazy("Unreadable file"),
        gettext_lazy("Files must be UTF-8 text inside the directory, without links. Fix or remove the file."),
    ),
    "config_invalid": Mistake(
        gettext_lazy("Invalid setting"),
        gettext_lazy("Fix the setting, prompt or knowledge, then rerun the review."),
    ),
    "llm_output_invalid": Mistake(
        gettext_lazy("No readable answer"),
        gettext_lazy("Rerun the review, or submit it with another model."),
    ),
    "llm_failed": Mistake(
        gettext_lazy("No model answered"),
        gettext_lazy("See the run for the reason, then rerun the review."),
    ),
    "directory_invalid": Mistake(
        gettext_lazy("Invalid directory"),
        gettext_lazy("Submit a directory in a folder of your organization, or upload it as an archive."),
    ),
}


def label_of(job):
    return SCORED if job.strategy == "score" and job.state == "reviewed" else STATES[job.state]


def mistake_of(category):
    return MISTAKES.get(category) or Mistake(category.replace("_", " "), "")


def sentence(error):
    """A JobError as one sentence beside a field: its category in words, where in the archive, and what is wrong."""
    title, field = mistake_of(error.category).title, error.field
    words = _("%(what)s (%(where)s). %(why)s") if field and field != "file" else _("%(what)s. %(why)s")
    return words % {"what": title, "where": field, "why": error.message}


def methods():
    """[(model_type, title)] of all methods, by title."""
    found = [(name, _(MethodReviewerRegistry.create(name).title)) for name in MethodReviewerRegistry.available()]
    return sorted(found, key=lambda pair: pair[1].lower())


def method_title(model_type):
    """The title of a method; one that is no longer installed keeps its key."""
    return dict(methods()).get(model_type, model_type)


def verdict_of(job):
    """(words, tone) of a sign-off, None without one."""
    if not job.sign_off_verdict:
        return None
    return VERDICTS[job.sign_off_verdict], VERDICT_TONES[job.sign_off_verdict]


def dimension_title(name):
    return name.replace("_", " ").capitalize()
