"""The charts of a study's overview, a file each, with their subject."""

from dataclasses import dataclass
from typing import Any

from evalhub.lib.charts import registry

__all__ = ["StudySubject", "registry"]


@dataclass(frozen=True)
class StudySubject:
    """`verdicts` are the GroupVerdicts to show of `n_groups`, `variance` is a Variance; hrefs lead to the rows."""

    verdicts: tuple
    n_groups: int
    scale_size: int
    variance: Any
    verdicts_href: str = ""
    scores_href: str = ""
