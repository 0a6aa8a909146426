"""The rest of a long text and the differences between two answers: who may read them, and what they get."""

import pytest

from annotations import content
from annotations.content import word_diff
from annotations.models import Assignment, TaskItem
from tests import factories
from tests.statements import at_most
from tests.undrawn import undrawn

TEXTS = {"model-b": "The box is red.", "model-a": "The box was red.", "model-c": "No box."}


@pytest.fixture
def task(acme):
    rows = [{"input": {"context": "word " * 10_000, "data": list(range(300))}, "outputs": TEXTS} for _ in range(2)]
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows))


@pytest.fixture
def item(task):
    """An item that shows the answers of model-a and model-b, in this order."""
    item = task.items.first()
    found = {output.name: output.pk for output in item.test_case.outputs.all()}
    TaskItem.objects.filter(pk=item.pk).update(outputs=[found["model-a"], found["model-b"]])
    return TaskItem.objects.get(pk=item.pk)


@pytest.fixture
def lease(item, alice):
    return factories.make_lease(item, factories.make_annotator(alice), display_seed=1)


def diff_url(item, mode="inline"):
    return f"/annotate/items/{item.pk}/diff/?mode={mode}"


def text_url(item, at="", view="rendered", field="input.context"):
    return f"/annotate/items/{item.pk}/text/?field={field}&at={at}&view={view}"


def test_holder_and_reader_may_read_and_others_find_nothing(client_of, alice, rita, vera, mallory, lease, item, task):
    urls = [diff_url(item), text_url(item)]

    def statuses(member):
        client = client_of(member)
        with undrawn():
            return [client.get(url).status_code for url in urls]

    assert {str(member): statuses(member) for member in (alice, rita, vera)} == dict.fromkeys(
        map(str, (alice, rita, vera)), [200, 200]
    )
    assert statuses(mallory) == [404, 404]
    Assignment.objects.update(state="prefetched")
    assert statuses(alice) == [404, 404], "What was only fetched ahead is not open yet."
    Assignment.objects.update(state="leased", item=task.items.last())
    assert statuses(alice) == [404, 404], "She holds another item."


def test_differences_follow_the_readers_order(client_of, alice, lease, item):
    client, htmx = client_of(alice), {"HX-Request": "true"}
    swapped = next(seed for seed in range(1, 20) if content.display_order(2, seed) == (1, 0))

    off = client.get(f"{diff_url(item, 'off')}&view=source", headers=htmx).content.decode()
    straight = {mode: client.get(diff_url(item, mode), headers=htmx).content.decode() for mode in ("inline", "side")}
    Assignment.objects.update(display_seed=swapped)
    turned = {mode: client.get(diff_url(item, mode), headers=htmx).content.decode() for mode in ("inline", "side")}

    assert 'data-field="output.1" data-start="0"' in off and "<del>" not in off
    for mode, page in straight.items():
        assert "<del>was</del>" in page and "<ins>is</ins>" in page, mode
    for mode, page in turned.items():
        assert "<del>is</del>" in page and "<ins>was</ins>" in page, mode
        assert "<html" not in page and "model-" not in page, mode


def test_differences_are_computed_once(client_of, alice, lease, item, monkeypatch):
    calls, steps = [], word_diff.steps
    monkeypatch.setattr(word_diff, "steps", lambda *texts: calls.append(texts) or steps(*texts))
    client = client_of(alice)

    first = client.get(diff_url(item)).content
    with at_most(6):
        second = client.get(diff_url(item)).content

    assert len(calls) == 1
    assert b"<del>was</del>" in first and b"<del>was</del>" in second


def test_bad_requests_say_what_is_valid(client_of, rita, item, task):
    client = client_of(rita)
    for address in (
        "diff/?mode=both", "diff/?view=x", "text/",
        "text/?field=input.context&at=x", "text/?field=input.context&view=x",
    ):  # fmt: skip
        answer = client.get(f"/annotate/items/{item.pk}/{address}")

        assert answer.status_code in (400, 422), address
        assert "Valid" in answer.content.decode(), address
    assert client.get(text_url(item, field="input.secret")).status_code == 404
    assert client.get(diff_url(task.items.last())).status_code == 409


def test_the_rest_of_a_text_replaces_its_link_or_is_a_page(client_of, alice, lease, item):
    client = client_of(alice)

    page = client.get(text_url(item, at="20000")).content.decode()
    with at_most(6):
        part = client.get(text_url(item, at="20000"), headers={"HX-Request": "true"}).content.decode()
    tree = client.get(text_url(item, at=":100", field="input.data"), headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in part and part.lstrip().startswith('<div class="text"')
    assert "at=40000" in part
    assert "Show the rest" not in client.get(text_url(item, at="40000")).content.decode()
    assert "<html" in page and "Context" in page
    assert f'href="/annotate/{item.task_id}/"' in page
    assert tree.count("<li>") == 100 and ":200" in tree
