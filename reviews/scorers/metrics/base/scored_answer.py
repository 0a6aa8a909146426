"""One answer of a system as plain values, with what a metric may compare it with."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """`acceptable` are texts that are as right as `expected`; None is no expected output, "" an empty one.

    `is_cut`: the output ended because it was too long.
    """

    output: str
    expected: str | None = None
    acceptable: tuple[str, ...] = ()
    input: object = None
    context: str = ""
    metadata: Mapping = field(default_factory=dict)
    is_cut: bool = False

    @property
    def references(self) -> tuple[str, ...]:
        """The texts that the output may be like; none where nothing is expected."""
        return tuple(self.acceptable) if self.expected is None else (self.expected, *self.acceptable)
