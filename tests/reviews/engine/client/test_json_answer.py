"""Json answer of judges."""

import pytest

from reviews.engine.client.json_answer import find_object, storable


def test_a_whole_object_is_json():
    answer = find_object(' {"a": [1]} \n')

    assert (answer.value, answer.found) == ({"a": [1]}, "json")


@pytest.mark.parametrize(
    "text", ['```json\n{"a": 1}\n```', 'Here:\r\n```\r\n{"a": 1}\r\n```\r\nDone.', '```JSON\n{"a": 1}```']
)
def test_a_single_fence_is_opened(text):
    answer = find_object(text)

    assert (answer.value, answer.found) == ({"a": 1}, "fenced")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("fine", "not JSON"),
        ("[1, 2]", "of type list"),
        ('{"a": 1', "not JSON"),
        ('{"a": 1} {"b": 2}', "not JSON"),
        ('{"a": 1, "a": 2}', "not JSON"),
        ('{"a": NaN}', "not JSON"),
        ('```\n{"a": 1}\n```\n```\n{"a": 2}\n```', "2 code blocks"),
        ("```\nfine\n```", "not JSON"),
        ('The answer is {"a": 1}.', "not JSON"),
    ],
)
def test_nothing_is_guessed(text, reason):
    answer = find_object(text)

    assert (answer.value, answer.found) == (None, "")
    assert reason in str(answer.reason)


def test_storable_replaces_what_postgres_refuses():
    assert storable({"a\x00": ["\ud800x", 1, None, "🎬"]}) == {"a\ufffd": ["\ufffdx", 1, None, "🎬"]}
