"""What the newest parser makes of an answer that is in the ledger; nothing is written and nothing is sent."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass

from django.utils.translation import gettext as _

from evalhub.lib.errors import EvalHubError
from reviews.engine.client.exchange import OK, RETRYABLE, Outcome
from reviews.engine.client.json_answer import find_object
from reviews.engine.stages import registry

CUT_OR_STOPPED = ("length", "content_filter")  # why a model stopped, where no parser is asked


@dataclass(frozen=True)
class Rereading:
    """`values` as plain JSON exactly when `accepted`, else `reason` in words; `parser_version` "": none was asked."""

    accepted: bool
    parser_version: str = ""
    reason: str = ""
    values: object = None


def read_again(request, attempt):
    """The Rereading of one try; the request comes with its stage and its run's task, the try with its message.

    The question is built anew for it, so an item that has changed since is another case.
    """
    said = getattr(attempt, "message", None)
    if said is None or not said.assistant.strip():
        return Rereading(False, reason=_("This attempt has no readable answer."))
    if attempt.finish_reason in CUT_OR_STOPPED:
        reason = _("The answer is incomplete (%(why)s), so it is not parsed.")
        return Rereading(False, reason=reason % {"why": attempt.finish_reason})
    try:
        question = registry[request.stage.kind].prepare([request])[request.pk]
    except EvalHubError as error:
        question = error
    if isinstance(question, EvalHubError):
        return Rereading(False, reason=question.message)
    finding = question.read(_outcome(said.assistant, question.call))
    if finding.status == OK:
        return Rereading(True, question.parser_version, values=plain(finding.values))
    return Rereading(False, question.parser_version, reason=str(finding.message or finding.error_class))


def plain(value):
    """The same value as JSON has it."""
    if is_dataclass(value):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(part) for part in value]
    return value


def _outcome(text, call):
    """As the client would hand it to the parser, had the answer just come in."""
    answer = find_object(text)
    if answer.value is None and call.response_format is not None and not call.text_allowed:
        return Outcome(RETRYABLE, text=text, error_class="unparsable_answer", error_message=answer.reason)
    return Outcome(OK, text=text, parsed=answer.value, parsed_from=answer.found)
