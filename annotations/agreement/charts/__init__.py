"""The charts of one question on the agreement tab, a file each; their subject is a QuestionSubject."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evalhub.lib.charts import Chart, registry

__all__ = ["QuestionSubject", "registry"]


@dataclass(frozen=True)
class QuestionSubject:
    """What is known of one question: {scope: {metric: AgreementSnapshot}}, and its pair matrix, or None.

    `labels` are the words of its values, where they can be listed. The addresses of the items that two annotators share
    and of those behind a pair of labels are "" where they may not be seen.
    """

    title: str
    scopes: Mapping[str, Mapping[str, Any]]
    matrix: Mapping[str, Any] | None = None
    spread: Chart | None = None
    labels: list[str] = field(default_factory=list)
    href_of_pair: Callable[..., str] = lambda *pair: ""
    href_of_labels: Callable[..., str] = lambda *cell: ""
