"""Texts of modules that know no Django: English by itself, the reader's language once the project has started."""

import copy
import gettext
import subprocess
import sys

import pytest
from django.utils import translation

from annotations.labels.types import registry as label_types
from evalhub.lib import strict_json
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


def several(n):
    return words.ngettext("%(n)s word", "%(n)s words", n) % {"n": n}


@pytest.mark.parametrize(
    ("say", "text"),
    [
        (lambda: words.gettext("TranslatedText"), "TranslatedText"),
        (lambda: words.gettext("100 % sure"), "100 % sure"),
        (lambda: words.gettext("%(name)s has %(n)s") % {"name": "'50%s'", "n": 2}, "'50%s' has 2"),
        (lambda: words.gettext("It is %(what)s.") % {"what": words.gettext("a list")}, "It is a list."),
        (lambda: several(1), "1 word"),
        (lambda: several(3), "3 words"),
    ],
)
def test_what_was_kept_is_told_in_the_language_of_the_reader(spoken, say, text):
    spoken(pseudo_language.PseudoTranslations())
    said = say()
    kept = strict_json.loads(strict_json.dumps(words.kept(said)))
    again = words.told(kept)
    spoken(gettext.NullTranslations())

    assert said.startswith(pseudo_language.OPEN) and again == said
    assert words.told(kept) == words.english(said) == text


def test_words_are_texts_that_can_be_copied_and_what_is_cut_from_them_is_plain():
    said = words.gettext("At least %(n)s") % {"n": 2}

    assert words.kept(copy.deepcopy(said)) == words.kept(said) == {"source": ["At least %(n)s"], "values": {"n": 2}}
    for plain in (f"{said}.", said[:8], words.gettext("Not %s") % "this", "Plain"):
        assert type(plain) is str and words.told(words.kept(plain)) == words.english(plain) == plain
