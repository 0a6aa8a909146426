"""The first words of a case, for lists: prompts, conversations and inputs of any shape."""

import pytest

from annotations.tasks.actions.item_content import summary
from datasets.models import TestCase as Case

TALK = [{"role": "system", "content": ""}, {"role": "user", "content": "Where is my parcel?"}]


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        ({"context": "Long.", "prompt": "Why?"}, "Why?"),
        ({"conversation": TALK}, "Where is my parcel?"),
        ({"page": {"title": "A", "n": 1}}, '{\n "title": "A"'),
        ("Plain text", "Plain text"),
        (
            {"prompt": "# Evening *talks*\n\n- One & `two`, [**three**](https://example.com)"},
            "Evening talks One & two, three",
        ),
        ({"prompt": "---"}, "---"),
        ({"prompt": "  "}, ""),
    ],
)
def test_summary_is_what_is_said_first(shown, words):
    assert summary(Case(input=shown)).startswith(words)


def test_summary_is_short():
    assert len(summary(Case(input={"prompt": "a" * 5000}))) == 300
