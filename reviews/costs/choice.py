"""What figures are asked for."""

import uuid
from dataclasses import dataclass
from urllib.parse import urlencode

from reviews.costs.periods import WEEK, Period, steps_of

MODEL, TASK = GROUPINGS = ("model", "task")
REAL, SIMULATED = SOURCES = ("real", "simulated")


@dataclass(frozen=True)
class Choice:
    """`model` "" and `task` None are all of them. `source` is None where the reader leaves it open."""

    period: Period
    by: str = MODEL
    source: str | None = None
    model: str = ""
    task: uuid.UUID | None = None

    @property
    def simulated(self):
        return self.source == SIMULATED

    @property
    def parameters(self):
        return {
            "period": self.period.key,
            "step": self.period.step,
            "by": self.by,
            "source": self.source or "",
            "model": self.model,
            "task": self.task or "",
        }

    def query(self, **changes):
        """The parameters of an address that asks for this, with some of them changed; "" leaves one out."""
        asked = self.parameters | changes
        if asked["step"] not in steps_of(asked["period"]):
            asked["step"] = WEEK
        return "?" + urlencode({name: value for name, value in asked.items() if value})
