"""Pages speak the words of the field, all of which can be translated, and each has a title of its own."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from evalhub import checks
from evalhub.accounts.access import PUBLIC
from tests import factories, page_texts, pseudo_language
from tests.access_world import ARGUMENTS, SECRETS, make_world
from tests.conftest import sign_in
from tests.source_tree import complain

# {what pages say: what they said before}; a phrase is refused wherever it stands in a text.
PHRASES = {
    "Progress": ["how far it is"],
    "Agreement": ["how far they agree", "lie apart"],
    "Model confusion": ["what machines take for what", "what people confuse"],
    "Most often confused with": ["most often met"],
    "Model error rate": ["how often models are wrong"],
    "Label distribution": ["how the labels are spread"],
    "Completed, Not started, Failed": [r"\bthrough$", r"^through\b", "not begun", "ended in error", "for good"],
    "Stop after step": ["begin nothing", "set the stop", "lift the stop"],
    "Retry, Rerun": ["try what failed", r"\banew\b", r"\btries\b", r"^try \S+ again"],
    "Max attempts": ["at most tries", "tries of"],
    "Grouping, Randomization": ["come into", r"by chance \(", "^chance$"],
    "$0 (simulated)": ["none, simulated", "none, the answers are simulated"],
    "Show all, Next page": ["^all of them$", "^further$", "^older$", "^newer$"],
    "Expires in": ["kept until", "kept for seven days"],
    "Separate with commas": [r"\bparted\b"],
    "Current organization": ["you work for", "you now work"],
    "Create": [r"^make\b"],
    "More options": ["what beside them"],
    "Exposure": ["what was seen before"],
    "Submit": [r"\bhand(ed|s)? (in|over|out)\b", r"\bhand one over\b"],
    "Current routing": ["the router takes", "router takes now"],
    "Judge calibration": ["may a judge be trusted"],
    "Reveal model answer": [r"\b(show )?what was said\b", r"\bsaid by\b", r"\btold\b", r"\bsaid\b"],
    "Skip for now": ["^later$"],
    "Extend": ["keep it$", "yours for", "stays yours"],
    "Wrong email or password": ["do not belong together"],
    "excluded from scores": ["counts? as nothing"],
    "Low, Moderate, High agreement": ["do not rely", "^tentative$", "^reliable$"],
    "inconclusive": ["no effect"],
    "Evidence group, scorer, evidence set": [r"\bbundles?\b", r"\blanes?\b", "^windows?$", r"\bof (a|the) window\b"],
    "Result review": ["^jobs?$", r"\bthe job\b(?! directory)", r"\bthis job\b", r"^open the job"],
    "Step, level": [r"(?<![({ ]%\()\bstages?\b"],
    "plain verbs": [r"\bbegun\b", r"\bbegan\b", r"\bmend(ed)?\b", r"\bgo(es)? on\b", "by itself", "look again"],
    "plain words": [r"\bin hand\b", r"\bat work\b", r"\bunder way\b", r"\bwhoever\b", r"\bnobody\b", r"\beverybody\b"],
    "not a": [r"(?<!there )\bis no (?!longer\b|interval\b|rule\b|limit\b)"],
    "0.74": [r"(?<![\w.%*)])\.\d"],
}
NOT_READ = {"healthz"}  # by people
MOST_OF_THE_PAGES = 100
NAMES_OF_VALUES = re.compile(r"%\(\w+\)\S?|{{.*?}}|{\w*}")
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def test_pages_use_the_words_of_the_glossary():
    rules = [(word, re.compile(phrase, re.I)) for word, phrases in PHRASES.items() for phrase in phrases]
    shown = [(name, text, NAMES_OF_VALUES.sub("", text).strip()) for name, text in page_texts.texts()]
    found = {f"{name}: {text!r} ({word})" for name, text, plain in shown for word, rule in rules if rule.search(plain)}

    complain(sorted(found), "GLOSSARY, words on pages: write the word in brackets.")


@pytest.mark.parametrize("text", ["Ask anew", "Parts of the job", "alpha .74", "Stage %(n)s", "All told"])
def test_words_of_old_are_found(text):
    words = NAMES_OF_VALUES.sub("", text).strip()

    assert any(re.search(phrase, words, re.I) for phrases in PHRASES.values() for phrase in phrases)


def pages():
    """The addresses of pages that are read."""
    for route in checks.routes():
        is_page = route.access is not None and not isinstance(route.access, dict) and route.access != PUBLIC
        if is_page and route.name not in NOT_READ and not SECRETS & set(route.converters):
            yield route


def page_of(client, route, world):
    """The HTML of a page; None for what is none here."""
    response = client.get(reverse(route.name, kwargs={name: ARGUMENTS[name](world) for name in route.converters}))
    is_page = response.status_code == 200 and response["Content-Type"].startswith("text/html")
    return response.content.decode() if is_page else None


@pytest.fixture(scope="module")
def shown(module_db):
    """{name of a route: what its page is in the made-up language} of each page that is read."""
    organization = factories.make_organization("everything")
    member = factories.make_member(organization, role="admin")
    world, client = make_world(organization, member=member), Client(headers={"accept-language": pseudo_language.CODE})
    sign_in(client, member)
    with pseudo_language.spoken():
        found = {route.name: page_of(client, route, world) for route in pages()}
    return {name: page for name, page in found.items() if page is not None}


@pytest.mark.django_db
def test_every_word_can_be_translated(shown):
    assert len(shown) > MOST_OF_THE_PAGES
    complain(
        (
            f"{name}: {text}"
            for name, page in shown.items()
            for text in dict.fromkeys(pseudo_language.untranslated(page))
        ),
        "No translation can reach these words:",
    )


@pytest.mark.django_db
def test_every_page_has_a_title_of_its_own(shown):
    found = {}

    for name, page in shown.items():
        if "<head>" in page:
            found.setdefault(" ".join(TITLE.search(page)[1].split()), []).append(name)

    complain(
        (f"{title}: {names}" for title, names in found.items() if len(names) > 1 or not title.endswith(" · EvalHub")),
        "A title says the object, the tab and the product.",
    )
