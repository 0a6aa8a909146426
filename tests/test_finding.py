"""Finding pages, objects and cases: what is found, by whom, and in how many statements."""

import pytest

from datasets.actions import imports
from tests import factories
from tests.datasets.files import received
from tests.statements import at_most

pytestmark = pytest.mark.django_db


def found(client, text):
    page = client.get("/find/", {"q": text})
    assert page.status_code == 200
    return {
        str(section.title): [f"{hit.before}[{hit.match}]{hit.after}" for hit in section.hits]
        for section in page.context["sections"]
    }


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


def test_objects_and_commands_are_found_by_a_part_of_their_words(client, acme):
    factories.make_dataset(acme, name="Refunds, April")

    assert found(client, "refund") == {"Datasets": ["[Refund]s, April"]}
    assert found(client, "new dat") == {"Pages and commands": ["[New dat]aset"]}
    assert found(client, "what do") == {"Pages and commands": ["[What do] you want to do?"]}


def test_names_come_before_what_is_found_in_hidden_words(client, acme):
    for n in range(6):
        factories.make_dataset(acme, name=f"Set {n}", description="Questions about runs of last week")
    assert [*found(client, "runs")] == ["Pages and commands", "Datasets"]

    factories.make_dataset(acme, name="Runs of May")
    factories.make_dataset(acme, name="Set 7", description="runs")

    hits = found(client, "runs")
    assert [*hits] == ["Datasets", "Pages and commands"]
    assert hits["Datasets"][:2] == ["[Runs] of May", "Set 7[]"] and "[Runs]" in hits["Pages and commands"]


def test_each_page_of_a_section_is_found(client):
    for words in ("Operations", "Invitations", "Evidence sets", "Calibrations", "Provider keys"):
        assert f"[{words}]" in found(client, f">{words}")["Pages and commands"]


def test_cases_of_new_versions_are_found_by_their_words(client, acme):
    rows = [{"id": "a", "question": "Where is my refund?"}, {"id": "b", "question": "Who are you?"}]
    imports.run(version=received(rows, dataset=factories.make_dataset(acme, name="Support")))

    assert found(client, "#refund") == {"Cases": ["Where is my [refund]?"]}


def test_prefixes_look_in_one_kind(client, acme, alice):
    factories.make_dataset(acme, name="alice")

    assert found(client, "@alice") == {"People": ["[Alice]"]}
    assert set(found(client, "alice")) == {"People", "Datasets"}
    assert set(found(client, ">")) == {"Pages and commands"}


def test_without_a_text_the_pages_of_the_role_are_listed(client_of, alice):
    assert found(client_of(alice), "") == {
        "Pages and commands": ["Home[]", "Annotate[]", "Settings[]", "API keys[]", "API reference[]"]
    }


def test_only_what_the_role_and_the_organization_may_see_is_found(client_of, alice, rival, acme):
    factories.make_dataset(rival, name="Refunds")
    factories.make_dataset(acme, name="Refunds")

    assert found(client_of(alice), "Refunds") == {}
    boss = factories.make_member(rival, "boss", role="admin")
    assert found(client_of(boss), "Refunds") == {"Datasets": ["[Refunds]"]}


def test_palette_gets_the_results_alone(client):
    part = client.get("/find/?q=datasets", headers={"HX-Request": "true"}).content.decode()

    assert "<mark>Datasets</mark>" in part and "<html" not in part


def test_statements_do_not_grow_with_what_is_found(client, acme):
    for n in range(7):
        factories.make_dataset(acme, name=f"Refunds {n}")

    with at_most(24):
        assert len(found(client, "Refunds")["Datasets"]) == 5


def test_page_works_without_a_script(client):
    assert "Nothing found for “nothing like it”." in client.get("/find/?q=nothing+like+it").content.decode()
