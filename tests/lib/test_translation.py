"""Texts of modules that know no Django: English by itself, the reader's language once the project has started."""

import gettext
import subprocess
import sys

import pytest
from django.utils import translation

from annotations.labels.types import registry as label_types
from evalhub.lib import translation as words
from tests import pseudo_language
from tests.source_tree import ROOT


@pytest.fixture
def spoken(monkeypatch):
    """spoken(translations) lets the words come from there until the test is over."""
    monkeypatch.setattr(words._Speaker, "translations", words._Speaker.translations)
    return words.speak


def test_english_without_a_project():
    code = (
        "from annotations.labels.types import registry;print(registry['text'].display({}, 'x'), registry['text'].title)"
    )

    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "x Free text\n"


def test_words_come_from_what_was_handed_over(spoken):
    spoken(pseudo_language.PseudoTranslations())

    assert words.gettext("TranslatedText") == f"{pseudo_language.OPEN}TranslatedText{pseudo_language.CLOSE}"
    assert words.ngettext("%(n)s word", "%(n)s words", 2) % {"n": 2} == words.gettext("2 words")
    assert words.gettext_noop("TranslatedText") == "TranslatedText"


def test_every_request_has_its_language():
    config = {"points": [{"value": 1, "label": "low", "description": ""}]}

    with pseudo_language.spoken(), translation.override(pseudo_language.CODE):
        hint = label_types["rubric_grid"].hint(config)

    assert hint == f"{pseudo_language.OPEN}Score every row.{pseudo_language.CLOSE}"
    assert label_types["rubric_grid"].hint(config) == "Score every row."


def test_a_catalogue_of_the_standard_library_will_do(spoken):
    spoken(gettext.NullTranslations())

    assert words.ngettext("%(n)s word", "%(n)s words", 1) == "%(n)s word"
