"""Label Studio's tasks are one JSON list."""

import io
import json

from annotations.exports.formats import TASKS, registry


def test_tasks_are_a_list():
    out = io.BytesIO()
    writer = registry["LABEL_STUDIO"].writer(out, [])
    writer.row({"id": 1, "data": {"text": "é"}})
    writer.close()

    assert registry["LABEL_STUDIO"].shape == TASKS
    assert json.loads(out.getvalue()) == [{"id": 1, "data": {"text": "é"}}]
