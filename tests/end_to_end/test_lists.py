"""Every list of the registry over its page: paged, searched, filtered, its columns chosen, saved, downloaded.

What a browser adds is the same for all of them: tests/browser/test_lists.py.
"""

import csv
import io

import pytest

from evalhub.accounts.models import SavedView
from evalhub.lists import registry
from tests.lists.walks import walk_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
PAGE_SIZE = 3


class Reader:
    """Follows what a list offers as a click would: the list alone is answered, and its links begin with "?"."""

    def __init__(self, client, path):
        self.client, self.path = client, path

    def list(self, href=""):
        part = {"HX-Request": "true", "HX-Target": "list"}
        return self.client.get(href if href.startswith("/") else self.path + href, headers=part).context["list"]

    def rows(self, href):
        return [line.row.pk for line in self.list(href).lines]


@pytest.mark.parametrize("key", registry.keys())
def test_list_is_read_used_and_taken_away(key, acme, bob, client_of, monkeypatch):
    """One journey for each list: its rows are made once."""
    declared, walk, client = registry[key], walk_of(key, acme, bob), client_of(bob)
    monkeypatch.setattr(declared, "page_size", PAGE_SIZE)
    monkeypatch.setattr(declared, "columns", walk.columns or declared.columns)
    page, reader = client.get(walk.path), Reader(client, walk.path)
    first = page.context["list"]

    assert len(first.lines) == PAGE_SIZE
    _download(client, first)
    _turn_pages(reader, first)
    if walk.search:
        assert reader.list(f"?q={walk.search}").lines
    if walk.filter:
        _filter(reader, first, walk)
    if first.bulk:
        action = {"verb": first.bulk.actions[0].key, "row": [line.row.pk for line in first.lines[:2]]}
        assert client.get(first.bulk.href, action).status_code in (200, 422)  # which two cannot be compared is told
    if first.lines[0].href:
        assert page.content.count(b'class="row-link') == PAGE_SIZE  # where Enter leads
        assert client.get(first.lines[0].href, follow=True).status_code == 200
    _save(reader, _choose_columns(reader, declared))


def _download(client, shown):
    file = client.get(shown.declared.request.path + shown.file_href)
    head, *lines = csv.reader(io.StringIO(b"".join(file.streaming_content).decode()))
    assert head == [column.key for column in shown.declared.columns if column.default and column.in_file]
    assert len(lines) > PAGE_SIZE


def _turn_pages(reader, first):
    second = reader.list(first.after_href)
    rows = [line.row.pk for line in first.lines]

    assert not set(rows) & {line.row.pk for line in second.lines}
    assert reader.rows(second.before_href) == rows


def _filter(reader, first, walk):
    control = next(control for control in first.controls if control.name == walk.filter)
    assert control.kind != "choice" or walk.value in [value for value, *_ in control.options]
    shown = reader.list(f"?{walk.filter}={walk.value}")

    assert shown.lines
    (without,) = (chip.href for chip in shown.chips if chip.title == control.title)
    assert f"{walk.filter}=" not in without and reader.list(without).lines


def _choose_columns(reader, declared):
    """The address of the list with its last column the other way round."""
    choice, default = declared.columns[-1], [column.key for column in declared.columns if column.default]
    chosen = [key for key in default if key != choice.key] + [choice.key] * (not choice.default)
    query = f"?columns={','.join(chosen)}"

    assert [column.key for column in reader.list(query).columns] == chosen
    return query


def _save(reader, query):
    reader.client.post(reader.path + query, {"action": "save", "name": "Chosen columns"})
    view = SavedView.objects.get()
    shown = reader.list(f"?{view.query}&view={view.pk}")

    assert view.query == query.removeprefix("?") and view.list_key == shown.declared.key
    assert [link.label for link in shown.view_links if link.is_current] == ["Chosen columns"]
