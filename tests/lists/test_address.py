"""Addresses of lists: what can be asked for is read, all else is refused by name."""

import pytest
from django.http import QueryDict

from datasets.views.lists.datasets import DatasetList
from evalhub.api.filters import text
from evalhub.lib.errors import InvalidInput
from evalhub.lists import address, register, registry
from evalhub.lists.declaration import List


class Request:
    organization = membership = None


@pytest.fixture
def declared():
    return DatasetList(Request())


def test_address_is_read(declared):
    chosen = address.read(declared, QueryDict("q=a b&type=BENCHMARK,GOLDEN_SET&sort=-name&columns=name,tags&view=3"))

    assert chosen.search == "a b"
    assert chosen.values == {"type": ["BENCHMARK", "GOLDEN_SET"]}
    assert (chosen.sort, chosen.columns) == ("-name", ("name", "tags"))
    assert chosen.view_query == "q=a+b&type=BENCHMARK,GOLDEN_SET&sort=-name&columns=name,tags"


def test_what_forms_send_is_one_short_address(declared):
    sent = QueryDict("q=&type=BENCHMARK&type=GOLDEN_SET&name=")

    assert not address.is_plain(sent)
    assert address.query(address.texts_of(sent)) == "type=BENCHMARK,GOLDEN_SET"
    assert address.is_plain(QueryDict("type=BENCHMARK,GOLDEN_SET"))


def test_another_filter_begins_at_the_first_page(declared):
    chosen = address.read(declared, QueryDict("type=BENCHMARK&after=abc&view=2"))

    assert chosen.address(sort="name") == "?type=BENCHMARK&view=2&sort=name"
    assert chosen.address(type=None) == "?view=2"
    assert chosen.others("type") == [("view", "2")]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("nonsense=1", "Unknown parameter nonsense. Valid: type, name, tag, since, q, sort"),
        ("type=x", "type is 'x'. Valid: EVALUATION"),
        ("since=yesterday", "since is 'yesterday'. Valid: a day"),
        ("sort=organization_id", "sort is 'organization_id'. Valid: name, type"),
        ("sort=--name", "sort is '--name'"),
        ("columns=name,password", "columns has 'password'. Valid: name"),
        ("format=pdf", "format is 'pdf'. Valid: csv"),
        ("q=" + "x" * 201, "more than 200 characters"),
        ("q=%00", "more than 200 characters"),
    ],
)
def test_everything_else_is_refused_by_name(declared, query, words):
    with pytest.raises(InvalidInput) as refused:
        address.read(declared, QueryDict(query))

    assert words in refused.value.message


@pytest.mark.parametrize("name", ["format", "q", "sort", "columns", "view", "before", "after"])
def test_filter_with_a_reserved_name_is_refused_at_registration(name):
    class Exports(List):
        filters = (text(name, "format", "exports of this format"),)

    with pytest.raises(ValueError, match=f"The list 'some' has a filter '{name}'. Rename it: every list reads q,"):
        register("some")(Exports)

    assert "some" not in registry
