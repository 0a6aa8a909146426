"""Why a call was not sent or has no usable answer, as codes; what the provider says is marked as its own."""

from dataclasses import dataclass

from evalhub.lib import reasons
from evalhub.lib.reasons import PROVIDER, TEXT, Sentence, define, register
from evalhub.lib.translation import gettext, gettext_noop


@dataclass(frozen=True)
class ProviderFailure(Sentence):
    """A failure of the provider; `http`, its status, and `said`, its own words, stand in the parameters where known."""

    def text(self, params):
        words = _with_status(gettext(self.singular), params)
        if not params.get("said"):
            return words
        return gettext("%(failure)s The provider: %(said)s") % {"failure": words, "said": params["said"]}

    def english(self, params):
        words = _with_status(self.singular, params)
        return f"{words} The provider: {params['said']}" if params.get("said") else words


def _with_status(words, params):
    return f"{words.removesuffix('.')} (HTTP {params['http']})." if params.get("http") else words


# By the class of the failure, whatever the provider or a library calls it.
FAILURES = {
    name: register(ProviderFailure(f"provider_{name}", words))
    for name, words in {
        "timeout": gettext_noop("The provider did not answer in time."),
        "connection": gettext_noop("The connection to the provider failed."),
        "rate_limited": gettext_noop("The provider takes no more requests at present."),
        "overloaded": gettext_noop("The provider is overloaded."),
        "server_error": gettext_noop("The provider failed."),
        "conflict": gettext_noop("The provider is busy with this request."),
        "too_early": gettext_noop("The provider is not ready for this request."),
        "key_refused": gettext_noop("The provider refuses the key."),
        "permission_denied": gettext_noop("The provider does not let this key use the model."),
        "billing": gettext_noop("The account at the provider has no credit."),
        "model_not_found": gettext_noop("The provider does not know the model."),
        "context_too_long": gettext_noop("The request is longer than the model reads."),
        "refused": gettext_noop("The provider's content policy refuses the request."),
        "bad_request": gettext_noop("The provider refuses the request as not valid."),
        "unsupported_parameter": gettext_noop("The model does not take one of the parameters."),
        "unknown_provider": gettext_noop("The model's name names no known provider."),
        "unreadable_response": gettext_noop("The provider's answer cannot be read."),
        "redirected": gettext_noop("The provider sends callers to another address, and calls follow no redirect."),
        "answer_too_large": gettext_noop("The provider's answer is larger than EVALHUB_LLM_CALL_BYTES allows."),
        "too_large": gettext_noop("The request is larger than the provider takes."),
        "address_refused": gettext_noop(
            "The provider's name leads to an address that is not public. Name its host in EVALHUB_STATIC_HOSTS, or its "
            "address in the provider's API_BASE variable, to allow it."
        ),
    }.items()
}
NO_PROVIDER_REASON = define("no_provider_reason", gettext_noop("The provider gave no reason."))
NO_VECTORS = define("no_vectors", gettext_noop("The provider sent no vectors."))
NO_ANSWER = define("no_answer", gettext_noop("The provider sent no answer."))
EMPTY_ANSWER = define("empty_answer", gettext_noop("The provider sent an empty answer."))
CONTENT_FILTER = define("content_filter", gettext_noop("The provider's content filter stopped the answer."))
CUT_OFF = define("answer_cut_off", gettext_noop("The answer was cut off at %(n)s tokens."))
CUT_OFF_AGAIN = define("answer_cut_off_again", gettext_noop("The answer was cut off again at %(n)s tokens."))
UNKNOWN_PARAMETER = define("unknown_parameter", gettext_noop("Unknown parameter: %(names)s. Valid: %(valid)s."))
INVALID_PARAMETER = define("invalid_parameter", gettext_noop("Invalid parameter: %(name)s. Valid: %(valid)s."))
NO_KEY = define("no_key", gettext_noop("%(model)s has no key. Set %(variables)s."))
MAKES_NO_VECTORS = define("makes_no_vectors", gettext_noop("The provider of %(model)s makes no vectors."))
WEB_PAGE = define("web_page", gettext_noop("The provider sent a web page instead of an answer."))
NOT_UTF8 = define("not_utf8", gettext_noop("The provider's answer is not valid UTF-8."))
NOT_JSON_OBJECT = define("not_json_object", gettext_noop("The provider's answer is cut off or is not a JSON object."))
CODE_BLOCKS = define(
    "answer_code_blocks", gettext_noop("The answer holds %(n)s code blocks; one JSON object is expected.")
)
NOTHING = define("answer_empty", gettext_noop("The answer is empty."))
NOT_JSON = define("answer_not_json", gettext_noop("The answer is not JSON: %(problem)s"))
NO_OBJECT = define("answer_no_object", gettext_noop("The answer is JSON of type %(type)s; an object is expected."))


def of_provider(text, *, most=None):
    """The Reason of what a provider says, None for nothing; a message of our own stays one."""
    reason = reasons.of(text)
    return PROVIDER(text, most=most) if reason and reason.code == TEXT.code else reason


def of_failure(failure, *, said="", status_code=None):
    """The Reason of a Failure with the `cleaned` words of the provider; a refusal is told in these alone."""
    if failure.error_class == "refused" and said:
        return PROVIDER(said)
    sentence = FAILURES.get(failure.error_class, FAILURES["unreadable_response"])
    return sentence(**({"http": status_code} if status_code else {}), **({"said": said} if said else {}))
