"""What the charts of a judge's page draw: the newest tests of one machine and one criterion."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from evalhub.lib import charts
from evalhub.lib.translation import gettext as _


@dataclass(frozen=True)
class JudgeSubject:
    """`kind` of the machine; MeasureLines and details by kind of test; `names` of the question's values by number."""

    kind: str
    measures: Mapping[str, Sequence[Any]]
    details: Mapping[str, Mapping[str, Any]]
    names: Mapping[float, str]
    day: Callable[[date], str]

    def lines(self, kind: str, keys: Sequence[str] = ()) -> list[Any]:
        return [line for line in self.measures.get(kind, ()) if not keys or line.key in keys]

    def named(self, value: float, *, is_verdict: bool) -> str:
        if is_verdict:
            return _("pass") if value else _("fail")
        return self.names.get(value, f"{value:g}")

    def estimate(self, line: Any, kind: str) -> charts.EstimateMark:
        return charts.EstimateMark(line.title, line.value, line.low, line.high, line.n, kind, line.reason)
