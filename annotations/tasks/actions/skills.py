"""Read what people are expert in and which languages they read, of a person or as a task requires it."""

import re

from django.utils.translation import gettext as _

from annotations.labels.reading import ObjectReader
from evalhub.lib.errors import InvalidInput

MOST_TAGS, MOST_LANGUAGES = 30, 20
TAG_LENGTH, LANGUAGE_LENGTH = 60, 35
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def clean_tags(given):
    """Each tag once, in any case of its letters; InvalidInput when one is none or there are too many."""
    _refuse_too_many("expertise_tags", given, MOST_TAGS)
    tags = [ObjectReader({"expertise_tags": tag}).text("expertise_tags", maximum=TAG_LENGTH).strip() for tag in given]
    known = {}
    for tag in tags:
        known.setdefault(tag.casefold(), tag)
    return list(known.values())


def clean_languages(given):
    """Each code once; InvalidInput `bad_language` or `too_many`."""
    _refuse_too_many("languages", given, MOST_LANGUAGES)
    for code in given:
        if not isinstance(code, str) or len(code) > LANGUAGE_LENGTH or not LANGUAGE.fullmatch(code):
            raise InvalidInput(
                _("%(code)s is not a language code. Valid: codes such as en, de or pt-BR.") % {"code": repr(code)[:60]},
                code="bad_language",
                details={"path": "languages"},
            )
    return list(dict.fromkeys(given))


def _refuse_too_many(name, given, most):
    if len(given) > most:
        raise InvalidInput(
            _("%(n)s are given. Valid: up to %(most)s.") % {"n": len(given), "most": most},
            code="too_many",
            details={"path": name},
        )


CLEANERS = {"expertise_tags": clean_tags, "languages": clean_languages}
