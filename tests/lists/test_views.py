"""The page of a list: pages by cursor, headers, file, saved views, and what cannot be used."""

import csv
import io

import pytest

from datasets.models import Dataset
from datasets.views.lists.datasets import DatasetList
from evalhub.accounts.models import AuditEvent, SavedView
from evalhub.api import filters
from evalhub.lists import files
from evalhub.lists.declaration import Preset
from tests import factories


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


@pytest.fixture
def sets(acme):
    return Dataset.objects.bulk_create(Dataset(organization=acme, name=f"Set {n:02}") for n in range(60))


def shown(client, query=""):
    return client.get(f"/datasets/{query}").context["list"]


def rows_of(response):
    return list(csv.reader(io.StringIO(b"".join(response.streaming_content).decode())))


def test_pages_by_cursor_on_the_column_that_sorts(client, sets):
    first = shown(client, "?q=Set&sort=-name")
    second = shown(client, first.after_href)
    back = shown(client, second.before_href)

    assert [line.row.name for line in first.lines + second.lines] == [f"Set {n:02}" for n in range(59, -1, -1)]
    assert [line.row.pk for line in back.lines] == [line.row.pk for line in first.lines]
    assert (first.before_href, second.after_href) == ("", "")
    assert first.total == 60


def test_headers_say_how_rows_are_sorted(client, sets):
    headers = {header.column.key: header for header in shown(client, "?sort=name&q=Set").headers}

    assert (headers["name"].sort, headers["name"].href) == ("ascending", "?sort=-name&q=Set")
    assert headers["updated_at"].href == "?sort=-updated_at&q=Set"
    assert headers["row_count"].href == "?sort=-row_count&q=Set"


@pytest.fixture
def golden_first(monkeypatch, sets):
    """The list as it is where golden sets are shown unless another type is named, beside a tab for benchmarks."""
    kind = filters.one_of("kind", "type", ["GOLDEN_SET", "BENCHMARK"], "", default="GOLDEN_SET", title="Kind")
    monkeypatch.setattr(DatasetList, "filters", (kind,))
    monkeypatch.setattr(DatasetList, "presets", (Preset("Golden", {}), Preset("Marks", {"kind": "BENCHMARK"})))
    monkeypatch.setattr(DatasetList, "preset_counts", lambda self, chosen: {"Marks": "57"})
    Dataset.objects.filter(name__in=["Set 03", "Set 04", "Set 05"]).update(type="GOLDEN_SET")
    Dataset.objects.exclude(type="GOLDEN_SET").update(type="BENCHMARK")


def test_filter_counts_by_its_default_where_none_is_named(client, golden_first):
    usual, named, other = (shown(client, query) for query in ("", "?kind=GOLDEN_SET", "?kind=BENCHMARK"))

    assert [usual.total, named.total, other.total] == [3, 3, 57]
    assert [len(each.chips) for each in (usual, named, other)] == [0, 0, 1]
    assert not usual.chosen.is_narrowed and usual.controls[0].options[0][2] and usual.controls[0].has_default


def test_presets_are_tabs_that_keep_what_else_is_chosen(client, golden_first):
    usual, other = shown(client, "?q=Set&sort=name"), shown(client, "?kind=BENCHMARK&sort=name")

    assert [(link.label, link.is_current, link.count) for link in usual.view_links] == [
        ("Golden", True, ""),
        ("Marks", False, "57"),
    ]
    assert usual.view_links[1].href == "/datasets/?q=Set&sort=name&kind=BENCHMARK"
    assert other.view_links[0].href == "/datasets/?sort=name" and other.view_links[1].is_current


def test_file_has_all_rows_of_the_filter_and_no_formula(client, acme, sets, monkeypatch):
    monkeypatch.setattr(files, "ROWS", 25)
    factories.make_dataset(acme, name="=Set()")

    response = client.get("/datasets/?q=Set&sort=name&columns=name,type&format=csv")
    head, *rows = rows_of(response)

    assert head == ["name", "type"]
    assert len(rows) == 61
    assert ["'=Set()", "EVALUATION"] in rows
    assert response["Content-Disposition"] == 'attachment; filename="datasets.csv"'
    assert AuditEvent.objects.filter(verb="file.downloaded", details__file="datasets.csv").exists()


def test_htmx_gets_the_list_alone(client, sets):
    page = client.get("/datasets/?q=Set", headers={"HX-Request": "true", "HX-Target": "list"}).content.decode()

    assert "<html" not in page and 'id="list"' in page


def test_address_that_cannot_be_used_says_what_is_valid(client, sets):
    for query in ("?type=x", "?nonsense=1", "?after=x", "?before=%C3%A9"):
        response = client.get(f"/datasets/{query}")

        assert response.status_code == 422
        assert "Valid:" in response.context["list"].problem
        assert response.context["list"].lines == []


def test_form_leads_to_the_short_address(client):
    response = client.get("/datasets/?q=&type=BENCHMARK&type=GOLDEN_SET")

    assert (response.status_code, response.url) == (302, "?type=BENCHMARK,GOLDEN_SET")


def test_view_is_saved_opened_changed_and_deleted(client, client_of, rita, sets):
    saved = client.post("/datasets/?q=Set&after=abc", {"action": "save", "name": "My sets", "shared": "1"})
    view = SavedView.objects.get()
    assert (view.list_key, view.query, view.shared) == ("datasets", "q=Set", True)
    assert saved.url == f"?q=Set&view={view.pk}"

    open_view = client_of(rita).get(f"/datasets/{saved.url}").context["list"]
    assert [link.label for link in open_view.view_links if link.is_current] == ["My sets"]
    assert not open_view.may_change_view

    client.post(f"/datasets/?q=Set&type=BENCHMARK&view={view.pk}", {"action": "change", "view": view.pk, "name": "Few"})
    view.refresh_from_db()
    assert (view.name, view.query, view.shared) == ("Few", "q=Set&type=BENCHMARK", False)
    assert "Few" not in [link.label for link in client_of(rita).get("/datasets/").context["list"].view_links]

    client.post("/datasets/", {"action": "delete", "view": view.pk})
    assert not SavedView.objects.exists()


def test_views_of_others_cannot_be_touched(client, client_of, acme, rita, mallory, sets):
    view = SavedView.objects.create(organization=acme, user=rita.user, list_key="datasets", name="Mine")
    change = {"action": "delete", "view": view.pk}

    assert client.post("/datasets/", change).status_code == 404
    assert client_of(mallory).post("/datasets/", change).status_code == 404
    SavedView.objects.update(shared=True)
    assert client.post("/datasets/", change).status_code == 302  # an admin's right over what is shared
    assert client.post("/datasets/", change | {"view": "9" * 40}).status_code == 404
    assert client.post("/datasets/", {"action": "x"}).status_code == 400


def test_only_admins_share(client_of, rita):
    response = client_of(rita).post("/datasets/?q=a", {"action": "save", "name": "x", "shared": "1"})

    assert response.status_code == 403
    assert not SavedView.objects.exists()


def test_searched_words_are_marked_and_stored_text_is_text(client, acme):
    factories.make_dataset(acme, name="<b>Bill</b>", description="a bill of <i>sale</i>")

    page = client.get("/datasets/?q=bill").content.decode()

    assert "&lt;b&gt;<mark>Bill</mark>&lt;/b&gt;" in page
    assert "a <mark>bill</mark> of &lt;i&gt;sale&lt;/i&gt;" in page
