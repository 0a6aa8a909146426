"""Logs of other evaluation tools, one file each: systems, samples, outputs and scores, as plain values.

`read` takes the name and the bytes of a file; what it cannot trust is an InvalidLog with the reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from evalhub.lib import foreign_values
from evalhub.lib.errors import InvalidInput
from evalhub.lib.processes.bulkhead import Contained
from evalhub.lib.registry import Registry
from evalhub.lib.translation import gettext as _

registry = Registry("kind of logs", package=__name__, instances=True)
MOST_SAMPLES = 50_000
LONGEST_TEXT = 200_000


class InvalidLog(InvalidInput):
    code = "invalid_log"


@dataclass(frozen=True)
class LoggedScore:
    """`value` None: the log has none that is a number; `note` is what the scorer says, or why there is none."""

    value: float | None
    note: str = ""


@dataclass(frozen=True)
class LoggedOutput:
    """What the system answered in one repetition, counted from 1, and how that was scored, by metric."""

    text: str
    scores: Mapping[str, LoggedScore]
    error: str = ""
    latency_ms: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    finish_reason: str = ""


@dataclass(frozen=True)
class LoggedSample:
    id: str
    prompt: str
    expected: str | None
    outputs: tuple[LoggedOutput, ...]
    metadata: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class LoggedTask:
    """`figures` are the means that the log itself gives, by metric."""

    name: str
    samples: tuple[LoggedSample, ...]
    figures: Mapping[str, float]

    @property
    def metrics(self) -> list[str]:
        found = {name: None for sample in self.samples for output in sample.outputs for name in output.scores}
        return list(found)


@dataclass(frozen=True)
class Log:
    """`tool` is a key of the registry."""

    tool: str
    model: str
    tasks: tuple[LoggedTask, ...]
    parameters: Mapping[str, object] = field(default_factory=dict)


class LogFormat:
    """`title` names the tool; `reads` says by name and first bytes whether a file is one of its logs."""

    title = ""

    def reads(self, name: str, content: bytes) -> bool:
        raise NotImplementedError

    def read(self, name: str, content: bytes) -> Log:
        raise NotImplementedError


def read(name: str, content: bytes) -> Log:
    """The Log of a file; InvalidLog where no tool knows it, or where it is broken."""
    for log_format in registry.values():
        if log_format.reads(name, content):
            with Contained(f"Reading a log of {log_format.title}", passes=InvalidLog) as work:
                log = log_format.read(name, content)
                break
            words = _("The log could not be read: %(kind)s. EvalHub's log has the details.")
            raise InvalidLog(words % {"kind": type(work.error).__name__})
    else:
        valid = ", ".join(each.title for each in registry.values())
        raise InvalidLog(_("The file is not a log of a known tool. Valid: %(valid)s.") % {"valid": valid})
    if not any(task.samples for task in log.tasks):
        raise InvalidLog(_("The log has no samples. Log them too, and import again."))
    return log


def text(value: object) -> str:
    """A text that can be stored: no NUL, no half characters, not longer than LONGEST_TEXT."""
    found = value if isinstance(value, str) else "" if value is None else str(value)
    return found.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()[:LONGEST_TEXT]


def number(value: object) -> float | None:
    """The value as a finite number; None for anything else, NaN among it."""
    return None if isinstance(value, str) else foreign_values.number(int(value) if isinstance(value, bool) else value)


def whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else None
