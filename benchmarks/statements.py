"""SQL statements of the requests that annotators wait for."""

import json

from django.db import connection
from django.test import Client


def statements_of_a_pair(task, person):
    """How many statements one warm submit+next sends, transaction control not counted."""
    caller = _Caller(task, person)
    caller.pair()  # the first one reads the form and notes that the key was used
    sent = []

    def note(execute, sql, params, many, context):
        sent.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        caller.pair()
    return len(sent)


class _Caller:
    def __init__(self, task, person):
        self._root = f"/v1/annotations/tasks/{task.pk}"
        self._client = Client(SERVER_NAME="localhost", headers={"Authorization": f"Bearer {person.key}"})
        self._item = self._post("next", {})

    def pair(self):
        body = {"labels": {"verdict": "correct"}, "lease_token": self._item["lease_token"]}
        self._post(f"items/{self._item['item_id']}", body)
        self._item = self._post("next", {})

    def _post(self, path, body):
        answer = self._client.post(f"{self._root}/{path}", json.dumps(body), content_type="application/json")
        if answer.status_code >= 300:
            raise SystemExit(f"{path} answered {answer.status_code}: {answer.content[:300]!r}")
        return answer.json()
