"""What can be wrong with a job: one family of errors, each with a category for programs and words for people."""

from evalhub.lib import reasons
from evalhub.lib.errors import Unprocessable
from evalhub.lib.reasons import Reason

CATEGORIES = (
    "manifest_missing",
    "manifest_invalid",
    "unknown_strategy",
    "unknown_method",
    "results_missing",
    "results_invalid",
    "artifact_invalid",
    "config_invalid",
    "llm_output_invalid",
    "llm_failed",
    "directory_invalid",
)
LONGEST_FIELD = 200
LONGEST_SHOWN = 60


class JobError(Unprocessable):
    """`category` is one of CATEGORIES and the error's code; `field` says where: a key, a file or an entry.

    The message may be a Reason, which is what a failed job keeps of it.
    """

    def __init__(self, message, *, category, field=""):
        if category not in CATEGORIES:
            raise ValueError(f"{category!r} is no category of job errors. Valid: {', '.join(CATEGORIES)}.")
        self.category = category
        self.field = printable(field, LONGEST_FIELD)
        self.reason = reasons.of(message)
        message = str(message) if isinstance(message, Reason) else message
        super().__init__(message, code=category, details={"category": category, "field": self.field})


class FileMissing(JobError):
    """Nothing lies at this place of a job directory."""


class ConfigInvalid(JobError, ValueError):
    """A configuration, a prompt or knowledge that cannot be used."""

    def __init__(self, message, *, field=""):
        super().__init__(message, category="config_invalid", field=field)


def shown(value):
    """A value that was met, short and printable: names in archives and manifests may hold anything."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def printable(text, most):
    """The text cut at `most` characters, with escapes for what a line or Postgres cannot hold."""
    return (text if text.isprintable() else ascii(text)[1:-1])[:most]
