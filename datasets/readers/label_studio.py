"""Label Studio's JSON: a list of tasks, whose data become the columns of a dataset."""

import re

from datasets.readers.base import Row
from datasets.readers.json_list import JsonListReader
from datasets.readers.objects import problem_with_row

LOOKED_AT_BYTES = 64 * 1024
_TASK = re.compile(r"\s*\[\s*\{")
_DATA = re.compile(r'"data"\s*:\s*\{')
_WORK = re.compile(r'"(?:annotations|predictions|completions)"\s*:\s*\[')


def is_task_file(path):
    """Whether a JSON file is a list of objects with data and, in its first part, annotations or predictions."""
    with open(path, "rb") as file:
        text = file.read(LOOKED_AT_BYTES).decode("utf-8", "ignore").removeprefix("\ufeff")
    return bool(_TASK.match(text) and _DATA.search(text) and _WORK.search(text))


class LabelStudioReader(JsonListReader):
    """A row is a task: what stands under `data`, and as `id` the task's own id where the data have none.

    Annotations and predictions are no part of a dataset; they come in through a task's import, which finds its items
    by that id.
    """

    def rows(self, file):
        for row in super().rows(file):
            data = row.values.get("data")
            if not isinstance(data, dict) or not data:
                self.refuse(row.number, problem_with_row(data), column="data")
                continue
            values = dict(data)
            if "id" not in values and isinstance(row.values.get("id"), (int, str)):
                values = {"id": row.values["id"], **values}
            yield Row(row.number, values)
