"""Reasons: stored as a code, worded when read, and never guessed from a sentence."""

import copy

import pytest
from django.utils import translation

from evalhub.lib import reasons
from evalhub.lib import translation as words
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.reasons import TEXT, WORKER_CRASH, Reason, define
from tests import pseudo_language

FIELD = ReasonField()
ROWS = define("test_rows", "%(n)s row has %(what)s.", "%(n)s rows have %(what)s.", what=str.upper)


@pytest.mark.parametrize("reason", [WORKER_CRASH(), ROWS(n=2, what="ünï"), TEXT('He said "no".\n{'), None])
def test_what_is_stored_is_read_again(reason):
    stored = FIELD.get_prep_value(reason)

    assert FIELD.from_db_value(stored, None, None) == reason
    assert FIELD.to_python(stored) == reason and (stored == "") == (reason is None)


def test_same_reason_is_the_same_text_in_each_language():
    assert reasons.dumps(ROWS(n=1, what="a")) == reasons.dumps(ROWS(what="a", n=1))
    assert reasons.dumps(ROWS(n=1, what="a")) == '{"code":"test_rows","params":{"n":1,"what":"a"}}'

    with pseudo_language.spoken(), translation.override(pseudo_language.CODE):
        assert str(ROWS(n=1_200, what="a")) == f"{pseudo_language.OPEN}1,200 rows have A.{pseudo_language.CLOSE}"
        assert ROWS(n=1, what="a").english == "1 row has a."
        assert str(TEXT("No 100%.")) == "No 100%."


@pytest.mark.parametrize("stored", ["All requests of a failed.", '{"code":', '{"code":1', "{}", '{"code":"x"}'])
def test_what_is_no_reason_is_a_text_from_outside(stored):
    assert reasons.loads(stored) == TEXT(stored)


def test_unknown_codes_name_themselves_or_are_refused():
    assert str(Reason("later_100%", {"n": 1})) == Reason("later_100%", {"n": 1}).english == "later_100%"

    with pytest.raises(TypeError, match="Store a Reason, not 'It failed.'"):
        FIELD.get_prep_value("It failed.")
    with pytest.raises(ValueError, match="worker_crash"):
        define("worker_crash", "Another sentence.")


def several(n):
    return words.ngettext("%(n)s word", "%(n)s words", n) % {"n": n}


@pytest.mark.parametrize(
    ("say", "text"),
    [
        (lambda: words.gettext("Rows"), "Rows"),
        (lambda: words.gettext("100 % sure"), "100 % sure"),
        (lambda: words.gettext("%(name)s has %(n)s") % {"name": "'50%s'", "n": 2}, "'50%s' has 2"),
        (lambda: words.gettext("It is %(what)s.") % {"what": words.gettext("a list")}, "It is a list."),
        (lambda: words.gettext("It is %(what)s.") % {"what": float("nan")}, "It is nan."),
        (lambda: words.gettext("Wrong: %(why)s") % {"why": ROWS(n=1, what="A")}, "Wrong: 1 row has A."),
        (lambda: several(1), "1 word"),
        (lambda: several(3), "3 words"),
    ],
)
def test_message_of_an_error_is_worded_for_its_reader(say, text):
    with pseudo_language.spoken(), translation.override(pseudo_language.CODE):
        stored = FIELD.get_prep_value(reasons.of(say()))
        reason = FIELD.from_db_value(stored, None, None)

        assert str(reason).startswith(pseudo_language.OPEN) and reason.english == text
    assert str(reason) == text and reasons.dumps(reason) == stored


def test_joined_messages_and_reasons_in_reasons():
    said = words.gettext("At least %(n)s") % {"n": 2}
    assert reasons.of(copy.deepcopy(said)) == reasons.of(said) != TEXT(said)
    for plain in (f"{said}.", said[:8], words.gettext("Not %s") % "this", "Plain"):
        assert reasons.of(plain) == TEXT(plain)
    assert reasons.of("") is reasons.of(None) is None and reasons.of(WORKER_CRASH()) == WORKER_CRASH()

    OUTER = define("test_outer", "Row %(row)s: %(why)s")
    reason = OUTER(row=2, why=ROWS(n=1, what="a"))
    assert reasons.loads(reasons.dumps(reason)) == reason
    assert (reason.english, str(reason)) == ("Row 2: 1 row has a.", "Row 2: 1 row has A.")
    assert TEXT("abc").cut(2) == TEXT("ab") and OUTER(row=2, why="abc").cut(2) == OUTER(row=2, why="ab")
