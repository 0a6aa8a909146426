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
        (f"{name}: {text}" for name, texts in found.items() for text in texts), "No translation can reach these words:"
    )


def test_page_turns_round(bob, client_of):
    with pseudo_language.spoken():
        page = client_of(bob, headers={"accept-language": pseudo_language.CODE}).get("/").content.decode()

    assert f'lang="{pseudo_language.CODE}" dir="rtl"' in page


@pytest.mark.parametrize(
    "html, found",
    [
        ("<p>Words</p>", ["Words"]),
        (f"<p>{pseudo_language.OPEN}Words{pseudo_language.CLOSE}</p>", []),
        (f"<p>{pseudo_language.OPEN}Made <b>{{n}}</b> ago, <b>by</b> me{pseudo_language.CLOSE}<b>now</b></p>", ["now"]),
        (f"<p><b>{pseudo_language.OPEN}Cut…</b> short</p>", ["short"]),
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


