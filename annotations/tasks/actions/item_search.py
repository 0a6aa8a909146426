"""Full-text search over the items of a task: by number, by the case, and by the outputs that an item shows."""

from dataclasses import dataclass

from django.db.models import Q

from annotations.tasks.models import AnnotationTask
from datasets.actions import search
from datasets.models import CaseSearch, DatasetVersion, ModelOutput, OutputSearch

LARGEST_POSITION = 2**31 - 2


@dataclass(frozen=True)
class ItemMatches:
    """Which items a text matches, and whether there may be too many to count them in each request."""

    condition: Q
    is_common: bool


def matches(task: AnnotationTask, text: str, *, path: str = "") -> ItemMatches:
    """Of rows that have their item at `path`, "item__", or "" where they are items; five statements.

    Raises as `search.matches`.
    """
    return matches_in([task.dataset_version], text, path=path)


def matches_in(versions: list[DatasetVersion], text: str, *, path: str = "") -> ItemMatches:
    """The same of items of several dataset versions."""
    cases, outputs = search.matches(CaseSearch, OutputSearch, text=text, versions=versions)
    answered = outputs.any_of(f"{path}outputs")
    if outputs.ids is not None:
        shown = ModelOutput.objects.filter(pk__in=outputs.ids).values_list("test_case", flat=True)
        answered = search.is_one_of(f"{path}test_case", shown) & answered
    found = cases.at(f"{path}test_case") | answered
    number = text.strip()
    if number.isascii() and number.isdecimal() and 0 < int(number) <= LARGEST_POSITION:
        found |= Q(**{f"{path}position": int(number) - 1})
    return ItemMatches(found, cases.is_common or outputs.is_common)
