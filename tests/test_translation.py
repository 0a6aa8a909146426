"""Every word of the interface goes through gettext, and the pages turn round for languages from right to left."""

import pytest
from django.urls import reverse

from evalhub import checks
from evalhub.accounts.access import PUBLIC
from tests import pseudo_language
from tests.access_world import ARGUMENTS, SECRETS, make_world
from tests.source_tree import complain

# Read by machines, or files and not pages.
NOT_READ = {"healthz"}
# Pages that still have words of their own outside of gettext. A page that has none left leaves this list.
PENDING = {
    "account_settings", "annotations:adjudicate", "annotations:adjudication_list", "annotations:annotate_list",
    "annotations:comment_list", "annotations:export_list", "annotations:import_list",
    "annotations:item_flag", "annotations:item_skip", "annotations:task_agreement", "annotations:task_create",
    "annotations:task_detail", "annotations:task_edit", "annotations:task_form", "annotations:task_guideline",
    "annotations:task_item", "annotations:task_items", "annotations:task_lease", "annotations:task_leases",
    "annotations:task_list", "annotations:task_people", "annotations:task_questions", "api_key_create",
    "api_key_list", "dashboard", "datasets:case_detail", "datasets:case_list", "datasets:dataset_create",
    "datasets:dataset_detail", "datasets:dataset_list", "datasets:version_create", "datasets:version_detail",
    "invitation_create", "membership_remove", "people_list", "reviews:audit_item", "reviews:audit_list",
    "reviews:audit_request", "reviews:audit_waiting", "reviews:task_machines",
}


def pages():
    """The addresses of pages that are read."""
    for route in checks.routes():
        is_page = route.access is not None and not isinstance(route.access, dict) and route.access != PUBLIC
        if is_page and route.name not in NOT_READ and not SECRETS & set(route.converters):
            yield route


@pytest.fixture
def world(acme, bob):
    return make_world(acme, member=bob)


def test_every_word_can_be_translated(world, bob, client_of):
    client = client_of(bob, headers={"accept-language": pseudo_language.CODE})
    found = {}

    with pseudo_language.spoken():
        for route in pages():
            path = reverse(route.name, kwargs={name: ARGUMENTS[name](world) for name in route.converters})
            response = client.get(path)
            if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
                found[route.name] = list(dict.fromkeys(pseudo_language.untranslated(response.content.decode())))

    complain(
        [f"{name}: {text}" for name, texts in found.items() if name not in PENDING for text in texts],
        "No translation can reach these words:",
    )
    complain(sorted(name for name in PENDING if not found.get(name)), "These pages are done: take them off PENDING.")


def test_page_turns_round(bob, client_of):
    with pseudo_language.spoken():
        page = client_of(bob, headers={"accept-language": pseudo_language.CODE}).get("/").content.decode()

    assert f'lang="{pseudo_language.CODE}" dir="rtl"' in page


@pytest.mark.parametrize(
    "html, found",
    [
        ("<p>Words</p>", ["Words"]),
        (f"<p>{pseudo_language.OPEN}Words{pseudo_language.CLOSE}</p>", []),
        ('<p dir="auto">data<b>data</b></p><br><i title="Hint">12</i>', ["Hint"]),
        ("<kbd>Enter</kbd> <code>x</code> <p>3 %</p>", []),
    ],
)
def test_words_are_told_from_data(html, found):
    assert pseudo_language.untranslated(html) == found


def test_fixture_language_leaves_nothing_behind(bob, client_of):
    with pseudo_language.spoken():
        client_of(bob, headers={"accept-language": pseudo_language.CODE}).get("/")

    page = client_of(bob, headers={"accept-language": pseudo_language.CODE}).get("/").content.decode()

    assert pseudo_language.OPEN not in page and 'dir="ltr"' in page


