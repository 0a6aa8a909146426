"""The rest of a long text and the differences between two answers: who may read them, and what they get."""

import pytest

from annotations import content
from annotations.models import Assignment, TaskItem
from tests import factories

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


def test_holder_and_reader_may_read(client_of, alice, rita, lease, item):
    for member in (alice, rita):
        client = client_of(member)

        assert client.get(diff_url(item)).status_code == 200
        assert client.get(text_url(item)).status_code == 200


def test_others_find_nothing(client_of, alice, mallory, item, task):
    factories.make_lease(task.items.last(), factories.make_annotator(alice))

    for member in (alice, mallory):
        client = client_of(member)

        assert client.get(diff_url(item)).status_code == 404
        assert client.get(text_url(item)).status_code == 404


def test_what_was_only_fetched_ahead_is_not_open_yet(client_of, alice, lease, item):
    Assignment.objects.update(state="prefetched")

    assert client_of(alice).get(text_url(item)).status_code == 404


def test_viewers_read_on_from_the_page_of_an_item(client_of, vera, item):
    assert client_of(vera).get(diff_url(item)).status_code == 200


@pytest.mark.parametrize("mode", ["inline", "side"])
def test_differences_follow_the_readers_order(client_of, alice, lease, item, mode):
    straight = client_of(alice).get(diff_url(item, mode), headers={"HX-Request": "true"}).content.decode()
    swapped = next(seed for seed in range(1, 20) if content.display_order(2, seed) == (1, 0))
    Assignment.objects.update(display_seed=swapped)

    turned = client_of(alice).get(diff_url(item, mode), headers={"HX-Request": "true"}).content.decode()

    assert "<del>was</del>" in straight and "<ins>is</ins>" in straight
    assert "<del>is</del>" in turned and "<ins>was</ins>" in turned
    assert "<html" not in turned and "model-" not in turned


def test_differences_off_are_the_answers(client_of, alice, lease, item):
    client = client_of(alice)

    page = client.get(f"{diff_url(item, 'off')}&view=source", headers={"HX-Request": "true"}).content.decode()

    assert 'data-field="output.1" data-start="0"' in page and "<del>" not in page


def test_differences_are_computed_once(client_of, alice, lease, item, monkeypatch):
    from annotations.content import word_diff

    calls = []
    steps = word_diff.steps
    monkeypatch.setattr(word_diff, "steps", lambda *texts: calls.append(texts) or steps(*texts))
    client = client_of(alice)

    first = client.get(diff_url(item)).content
    second = client.get(diff_url(item)).content

    assert len(calls) == 1
    assert b"<del>was</del>" in first and b"<del>was</del>" in second


def test_one_answer_has_no_differences(client_of, rita, task):
    assert client_of(rita).get(diff_url(task.items.last())).status_code == 409


def test_bad_requests_say_what_is_valid(client_of, rita, item):
    cases = [
        "diff/?mode=both",
        "diff/?view=x",
        "text/",
        "text/?field=input.context&at=x",
        "text/?field=input.context&view=x",
    ]
    client = client_of(rita)
    for address in cases:
        answer = client.get(f"/annotate/items/{item.pk}/{address}")

        assert answer.status_code in (400, 422)
        assert "Valid" in answer.content.decode()


def test_unknown_texts_are_not_found(client_of, rita, item):
    assert client_of(rita).get(text_url(item, field="input.secret")).status_code == 404


def test_the_rest_of_a_text_replaces_its_link(client_of, alice, lease, item):
    client = client_of(alice)

    part = client.get(text_url(item, at="20000"), headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in part and part.lstrip().startswith('<div class="text"')
    assert "at=40000" in part
    assert "Show the rest" not in client.get(text_url(item, at="40000")).content.decode()


def test_the_rest_without_scripts_is_a_page(client_of, alice, lease, item):
    page = client_of(alice).get(text_url(item, at="20000")).content.decode()

    assert "<html" in page and "Context" in page
    assert f'href="/annotate/{item.task_id}/"' in page


def test_the_rest_of_a_json_tree_is_rows(client_of, alice, lease, item):
    page = client_of(alice).get(text_url(item, at=":100", field="input.data"), headers={"HX-Request": "true"})

    assert page.content.decode().count("<li>") == 100
    assert ":200" in page.content.decode()


@pytest.mark.parametrize("address", [diff_url, text_url])
def test_statements(client_of, alice, lease, item, address, django_assert_max_num_queries):
    client = client_of(alice)
    client.get(address(item))

    with django_assert_max_num_queries(6):
        client.get(address(item))
