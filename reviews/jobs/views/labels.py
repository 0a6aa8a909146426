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
    "command": gettext_lazy("handed over on the command line"),
}
STRATEGIES = {
    "review": gettext_lazy("reviewed by models"),
    "score": gettext_lazy("drawn from the method's range"),
}
VERDICT_TONES = {"trust": "positive", "caution": "caution", "reject": "negative"}


@dataclass(frozen=True)
class Mistake:
    """A category of errors in words: what is wrong, and what to do about it."""

    title: str
    advice: str


MISTAKES = {
    "manifest_missing": Mistake(
        gettext_lazy("There is no manifest"),
        gettext_lazy("Put a manifest.json with at least model_type into the directory, then hand it over again."),
    ),
    "manifest_invalid": Mistake(
        gettext_lazy("The manifest cannot be used"),
        gettext_lazy("Correct manifest.json at the place that is named, then hand the directory over again."),
    ),
    "unknown_strategy": Mistake(
        gettext_lazy("The strategy is not known"),
        gettext_lazy("Set evaluate_strategy in manifest.json to score or review, then hand the directory over again."),
    ),
    "unknown_method": Mistake(
        gettext_lazy("The method is not known"),
        gettext_lazy("Set model_type in manifest.json to one of the methods that are named."),
    ),
    "results_missing": Mistake(
        gettext_lazy("There are no results"),
        gettext_lazy("Let the pipeline write impact_results.json into the directory, then hand it over again."),
    ),
    "results_invalid": Mistake(
        gettext_lazy("The results cannot be used"),
        gettext_lazy("Correct the figure that is named in impact_results.json, then hand the directory over again."),
    ),
    "artifact_invalid": Mistake(
        gettext_lazy("A file cannot be read"),
        gettext_lazy("Files must be plain UTF-8 text inside of the directory, without links. Mend it or leave it out."),
    ),
    "config_invalid": Mistake(
        gettext_lazy("A setting cannot be used"),
        gettext_lazy("Correct the setting, prompt or knowledge that is named, then have the job reviewed again."),
    ),
    "llm_output_invalid": Mistake(
        gettext_lazy("No answer could be read"),
        gettext_lazy("Have the job reviewed again, or hand it over with another model."),
    ),
    "llm_failed": Mistake(
        gettext_lazy("No model answered"),
        gettext_lazy("Look at the run for the reason; once it is mended, have the job reviewed again."),
    ),
    "directory_invalid": Mistake(
        gettext_lazy("The directory cannot be used"),
        gettext_lazy("Submit a directory below a folder of your organization, or upload it as an archive."),
    ),
}


def label_of(job):
    return SCORED if job.strategy == "score" and job.state == "reviewed" else STATES[job.state]


def mistake_of(category):
    return MISTAKES.get(category) or Mistake(category.replace("_", " "), "")


def told(error):
    """A JobError as one sentence beside a field: its category in words, where, and what is wrong."""
    title, field = mistake_of(error.category).title, error.field
    words = _("%(what)s (%(where)s). %(why)s") if field else _("%(what)s. %(why)s")
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
