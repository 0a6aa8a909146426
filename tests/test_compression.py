"""What travels compressed: pages, fragments and API answers, and nothing that is streamed."""

import gzip
import json

import pytest

from annotations.exports.actions import jobs
from tests import factories

GZIP = {"accept-encoding": "gzip"}


@pytest.mark.parametrize("path", ["/", "/desk/annotate.js"])
def test_texts_travel_compressed(bob, client_of, path):
    client = client_of(bob)

    plain, small = client.get(path), client.get(path, headers=GZIP)

    assert not plain.has_header("Content-Encoding") and small["Content-Encoding"] == "gzip"
    assert len(small.content) < len(plain.content) / 2
    assert gzip.decompress(small.content).startswith(plain.content[:200])
    assert "Accept-Encoding" in small["Vary"]


def test_api_answers_travel_compressed(acme, bob, api_of):
    for _ in range(5):
        factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))

    answer = api_of(bob).get("/v1/annotations/tasks", accept_encoding="gzip")

    assert answer["Content-Encoding"] == "gzip" and len(json.loads(gzip.decompress(answer.content))["tasks"]) == 5


@pytest.mark.django_db(transaction=True)
def test_files_keep_their_length(acme, bob, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=30))
    jobs.request(task=task, kind="annotations", format="JSON", by=bob.user)
    job = jobs.run_next() and task.exports.get()

    response = client_of(bob).get(f"/exports/{job.pk}/file/", headers=GZIP, follow=True)

    assert response.status_code == 200 and response.streaming and not response.has_header("Content-Encoding")
    response.close()
