"""The page of differences between two versions of a part."""

import pytest
from django.urls import reverse

from reviews.scorers.library.actions import prompts
from tests.reviews import library_world
from tests.reviews.methods_world import OTHER, draft, published, url

URL = url("diff")


@pytest.fixture
def client(vera, client_of):
    return client_of(vera)


def keys(response):
    return response.context["left"].key, response.context["right"].key


def test_versions_are_compared_with_the_one_before_or_any(client, bob):
    assert "No own version yet" in client.get(url("diff", part="knowledge")).content.decode()
    assert keys(client.get(URL)) == ("shipped-1", "shipped")
    published(bob)
    assert keys(client.get(URL)) == ("shipped", "1")
    draft(bob, OTHER)
    response = client.get(URL)
    assert keys(response) == ("1", "2")
    page = response.content.decode()
    assert "<ins>field " in page and "1 line removed" not in page and "2 lines removed" in page
    published(bob, OTHER)
    assert keys(client.get(URL)) == ("1", "2")

    published(bob)
    published(bob, OTHER)
    published(bob, "<b>bold</b> & <script>alert(1)</script>", part="knowledge")
    for left, right in [("2", "1"), ("shipped", "2"), ("1", "shipped"), ("1", "1")]:
        response = client.get(f"{URL}?from={left}&to={right}")
        assert keys(response) == (left, right) and response.context["diff"].is_same == (left == right)
    for query in ("from=9", "to=9", "from=x&to=1", "to=01"):
        assert client.get(f"{URL}?{query}").status_code == 404, query
    page = client.get(url("diff", "knowledge")).content.decode()
    assert "&lt;script&gt;" in page and "<script>alert" not in page


def test_examples_are_compared_beside_the_texts(bob, client_of):
    first, second = [
        {
            "texts": [{"name": "input", "text": "2 + 2"}],
            "answers": [{"title": "Right?", "value": v, "justification": j}],
        }
        for v, j in [("yes", "It is four."), ("no", "")]
    ]
    for examples in ([first], [first, second]):
        row = library_world.draft(bob)
        row.examples = examples
        row.content_sha256 = row.computed_sha256()
        row.save()
        prompts.publish(prompt=row, by=bob.user)
    address = reverse("reviews:prompt_diff", args=[library_world.kind_of("questions"), "questions"])
    client = client_of(bob)

    changed = client.get(f"{address}?from=1&to=2")
    none = client.get(f"{address}?from=shipped-1&to=shipped")

    added = [
        text for hunk in changed.context["examples_diff"].hunks for line in hunk.lines for text, _new in line.pieces
    ]
    assert changed.context["diff"].is_same and "Right?: no" in added and changed.context["examples_diff"].removed == 0
    assert 'id="examples-differences"' in changed.content.decode()
    assert none.context["examples_diff"] is None and "examples-differences" not in none.content.decode()
