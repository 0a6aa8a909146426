"""Label Studio's JSON: a list of tasks, whose data become the columns of a dataset."""

import re

from datasets.readers.base import Row
from datasets.readers.json_list import JsonListReader
from datasets.readers.objects import problem_with_row
from evalhub.lib import strict_json

LOOKED_AT_BYTES = 64 * 1024
MOST_VALUES = 100
CONTROLS = {"choices": "choices", "rating": "rating", "number": "number", "textarea": "text"}  # where answers stand
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

    Annotations and predictions are no part of a dataset. Annotations are counted: they come in through a task's import,
    which finds its items by that id.
    """

    def __init__(self, path, *, limits):
        super().__init__(path, limits=limits)
        self._count, self._people, self._controls, self._item = 0, set(), {}, "data"

    def found_labels(self):
        """{count, annotators, item: where ids stand, controls: {name: {type, most chosen at once, values}}}."""
        controls = {name: found | {"values": [*found["values"]]} for name, found in self._controls.items()}
        found = {"count": self._count, "annotators": len(self._people), "item": self._item, "controls": controls}
        return found if controls else {}

    def rows(self, file):
        for row in super().rows(file):
            data = row.values.get("data")
            if not isinstance(data, dict) or not data:
                self.refuse(row.number, problem_with_row(data), column="data")
                continue
            values = dict(data)
            if "id" not in values and isinstance(row.values.get("id"), (int, str)):
                values, self._item = {"id": row.values["id"], **values}, "task"
            for annotation in _objects(row.values.get("annotations")):
                if annotation.get("was_cancelled") is not True:
                    self._note(annotation)
            yield Row(row.number, values)

    def _note(self, annotation):
        self._count += 1
        self._people.add(strict_json.dumps(annotation.get("completed_by")))
        for result in _objects(annotation.get("result")):
            name, kind, value = (result.get(key) for key in ("from_name", "type", "value"))
            if kind not in CONTROLS or not isinstance(name, str) or not isinstance(value, dict):
                continue
            answers = value.get(CONTROLS[kind])
            answers = [str(each) for each in (answers if isinstance(answers, list) else [answers])]
            found = self._controls.setdefault(name, {"type": kind, "most": 0, "values": {}})
            found["most"] = max(found["most"], len(answers))
            if kind != "textarea" and len(found["values"]) < MOST_VALUES:
                found["values"] |= dict.fromkeys(answers)


def _objects(value):
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
