"""One try to bring an event to its receiver, and what came of it."""

import datetime
import socket
import ssl
import time
from collections.abc import Iterable
from dataclasses import dataclass

from evalhub.events import signatures
from evalhub.lib import foreign_values
from evalhub.lib.egress import AddressRefused
from evalhub.lib.egress.asynchronous import FAILURES, Answer, AsyncHttp, DeadlinePassed, TooLarge, Undecodable
from evalhub.lib.reasons import Reason, define
from evalhub.lib.translation import gettext_noop

ANSWER_SECONDS = 5.0
ANSWER_BYTES = 64 * 1024
EXCERPT = 1000
HEADERS = {"content-type": "application/json", "user-agent": "EvalHub-Webhooks/1"}

NO_ANSWER = define("webhook_no_answer", gettext_noop("No answer within %(seconds)s seconds."))
TOO_LONG = define("webhook_answer_too_long", gettext_noop("The answer has more than %(kilobytes)s KB."))
UNREADABLE = define("webhook_answer_unreadable", gettext_noop("The answer is compressed in an unknown way."))
NOT_PUBLIC = define("webhook_not_public", gettext_noop("The name leads to an address that is not public."))
UNKNOWN_NAME = define("webhook_unknown_name", gettext_noop("The name of the host is not known."))
BAD_CERTIFICATE = define("webhook_bad_certificate", gettext_noop("The certificate of the host is not valid."))
NO_CONNECTION = define("webhook_no_connection", gettext_noop("No connection, or it broke off (%(kind)s)."))
REDIRECTED = define("webhook_redirected", gettext_noop("A redirect (status %(status)s), which is not followed."))
REFUSED = define("webhook_refused", gettext_noop("The receiver answered with status %(status)s."))
GONE = define("webhook_gone", gettext_noop("The receiver wants no more events (status 410)."))


@dataclass(frozen=True)
class Outcome:
    """`error` is None when the event was accepted; `retry_after` are the seconds that its answer asks to wait."""

    started_at: datetime.datetime
    milliseconds: int
    error: Reason | None
    status_code: int | None = None
    excerpt: str = ""
    retry_after: float | None = None


async def send(http: AsyncHttp, *, url: str, id: str, body: bytes, secrets: Iterable[str]) -> Outcome:
    """POST a body with its signatures, once; what is lost or refused is an Outcome too."""
    begun, started_at, answer = time.monotonic(), datetime.datetime.now(datetime.UTC), None
    signed = signatures.headers(id=id, timestamp=int(started_at.timestamp()), body=body, secrets=secrets)
    try:
        answer = await http.send(
            "POST", url, headers=HEADERS | signed, content=body, seconds=ANSWER_SECONDS, most_bytes=ANSWER_BYTES
        )
        error = _error_of(answer.status_code)
    except DeadlinePassed:
        error = NO_ANSWER(seconds=int(ANSWER_SECONDS))
    except TooLarge:
        error = TOO_LONG(kilobytes=ANSWER_BYTES // 1024)
    except Undecodable:
        error = UNREADABLE()
    except FAILURES as problem:
        error = _lost(problem)
    milliseconds = round((time.monotonic() - begun) * 1000)
    return _with_answer(answer, started_at, milliseconds, error)


def _error_of(status: int) -> Reason | None:
    if 200 <= status < 300:
        return None
    if status == 410:
        return GONE()
    return (REDIRECTED if 300 <= status < 400 else REFUSED)(status=status)


def _lost(problem: BaseException) -> Reason:
    if isinstance(problem, AddressRefused):
        return NOT_PUBLIC()
    if isinstance(problem, socket.gaierror):
        return UNKNOWN_NAME()
    return BAD_CERTIFICATE() if isinstance(problem, ssl.SSLError) else NO_CONNECTION(kind=type(problem).__name__)


def _with_answer(answer: Answer | None, started_at, milliseconds, error):
    if answer is None:
        return Outcome(started_at, milliseconds, error)
    text = answer.content[: 4 * EXCERPT].decode("utf-8", "replace").replace("\0", "\ufffd")[:EXCERPT]
    retry_after = foreign_values.seconds_to_wait(answer.headers.get("retry-after"))
    return Outcome(started_at, milliseconds, error, answer.status_code, text, retry_after)
