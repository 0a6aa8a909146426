"""How far an import is that runs, for those who look at its version."""

from dataclasses import asdict, dataclass

from evalhub.lib import progress


@dataclass(frozen=True)
class Progress:
    """`done` of `total` in `unit` ("bytes" or "rows"), good `rows` so far and `errors`; total None: not begun."""

    done: int = 0
    total: int | None = None
    unit: str = "bytes"
    rows: int = 0
    errors: int = 0


def note(version, reader):
    found = Progress(reader.done, reader.total, reader.progress_unit, reader.good_rows, reader.errors.count)
    progress.note(version, asdict(found))


def progress_of(version):
    """The Progress of a running import as far as known."""
    return Progress(**progress.read(version) or {})


def forget(version):
    """A version that is checked again begins with nothing."""
    progress.note(version, None)
