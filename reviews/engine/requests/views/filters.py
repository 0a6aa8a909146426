"""What the ledger is searched by: texts of an address, read strictly and turned into conditions on requests."""

import datetime
import uuid
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from evalhub.lib.errors import InvalidInput
from reviews.engine.models import LLMAttempt, LLMRequest

LONGEST = 200
UNKNOWN = "unknown"  # how requests are called that failed without a class
CURRENT = "current"


@dataclass(frozen=True)
class Search:
    """Texts as they were typed, "" for no condition. `run` is an id or a part of a name, `model` a part of one;
    `since` and `until` are days (UTC) on which requests were made, both included. `versions` CURRENT leaves out those
    in whose place a newer version was asked.
    """

    request: str = ""
    run: str = ""
    stage: str = ""
    model: str = ""
    state: str = ""
    error: str = ""
    since: str = ""
    until: str = ""
    versions: str = ""

    @classmethod
    def read(cls, query):
        """From the parameters of an address; others are left alone."""
        texts = {field.name: query.get(field.name, "") for field in fields(cls)}
        return cls(**{name: text.replace("\0", "").strip()[:LONGEST] for name, text in texts.items()})

    @property
    def is_empty(self):
        return not any(vars(self).values())

    @property
    def query(self):
        """The parameters of an address that searches so."""
        return urlencode({name: text for name, text in vars(self).items() if text})

    def narrow(self, requests):
        """The requests that fit; InvalidInput for a text that cannot be read."""
        conditions = [condition for name, text in vars(self).items() if text for condition in [_READERS[name](text)]]
        found = requests.filter(*conditions)
        return self._with_error(found) if self.error else found

    def _with_error(self, requests):
        """Failed for this reason, or while it is not decided: a try failed so."""
        if self.error == UNKNOWN:
            return requests.filter(state="failed", error_class="")
        tried = LLMAttempt.objects.filter(request=OuterRef("pk"), error_class=self.error)
        return requests.filter(Q(error_class=self.error) | ~Q(state="failed") & Exists(tried))


def _request(text):
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise _invalid("request", text, _("the number of a request"))
    return Q(pk=int(text))


def _run(text):
    try:
        return Q(run=uuid.UUID(text))
    except ValueError:
        return Q(run__name__icontains=text)


def _state(text):
    if text not in LLMRequest.STATES:
        raise _invalid("state", text, ", ".join(LLMRequest.STATES))
    return Q(state=text)


def _versions(text):
    if text != CURRENT:
        raise _invalid("versions", text, _("%(word)s, or nothing for all") % {"word": CURRENT})
    return Q(replaced=False)


def _day(name, text):
    try:
        return datetime.datetime.combine(datetime.date.fromisoformat(text), datetime.time(), datetime.UTC)
    except ValueError:
        raise _invalid(name, text, _("a day such as 2026-03-31")) from None


def _until(text):
    day = _day("until", text)
    return Q(created_at__lt=min(day, _LAST_DAY) + datetime.timedelta(days=1))


def _invalid(name, text, valid):
    words = _("%(name)s is %(met)s. Valid: %(valid)s.") % {"name": name, "met": repr(text[:40]), "valid": valid}
    return InvalidInput(words, code="invalid_search")


_LAST_DAY = datetime.datetime(9999, 12, 30, tzinfo=datetime.UTC)
_READERS = {
    "request": _request,
    "run": _run,
    "state": _state,
    "until": _until,
    "versions": _versions,
    "stage": lambda text: Q(stage__name=text),
    "model": lambda text: Q(stage__model__icontains=text),
    "since": lambda text: Q(created_at__gte=_day("since", text)),
    "error": lambda text: Q(),
}
