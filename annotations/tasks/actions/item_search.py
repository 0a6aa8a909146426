"""Full-text search over the items of a task: by number, by the case, and by the outputs that an item shows."""

from django.db.models import Q

from annotations.tasks.models import AnnotationTask
from datasets.actions import search
from datasets.models import CaseSearch, ModelOutput, OutputSearch

LARGEST_POSITION = 2**31 - 2


def condition(task: AnnotationTask, text: str, *, path: str = "") -> Q:
    """Q of the rows whose item, at `path` ("item__", or "" of items themselves), matches; five statements.

    Raises as `search.matches`.
    """
    cases, outputs = search.matches(CaseSearch, OutputSearch, text=text, version=task.dataset_version)
    answered = outputs.any_of(f"{path}outputs")
    if outputs.ids is not None:
        shown = ModelOutput.objects.filter(pk__in=outputs.ids).values_list("test_case", flat=True)
        answered = search.is_one_of(f"{path}test_case", shown) & answered
    found = cases.at(f"{path}test_case") | answered
    number = text.strip()
    if number.isascii() and number.isdecimal() and 0 < int(number) <= LARGEST_POSITION:
        found |= Q(**{f"{path}position": int(number) - 1})
    return found
