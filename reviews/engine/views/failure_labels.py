"""Why a request failed, in words for people; the provider's own message stands beside them."""

from django.utils.translation import gettext_lazy as _

WORDS = {
    "answered_late": _("The answer came after another worker took over"),
    "answer_truncated": _("The answer was cut off, even with twice the output limit"),
    "bad_request": _("The provider did not accept the request"),
    "billing": _("The provider account has no credit left"),
    "canary_leaked": _("Prompt injection: the check word appeared in the answer"),
    "conflict": _("The provider was busy with the same request"),
    "connection": _("The provider could not be reached"),
    "context_too_long": _("The item is too long for this model"),
    "empty_answer": _("The answer was empty"),
    "invalid_answer": _("The answer does not match the form"),
    "invalid_confidence": _("A confidence was not between 0 and 1"),
    "invalid_shape": _("The answer has the wrong shape"),
    "invalid_value": _("A value is not one the question allows"),
    "key_refused": _("The provider rejected the API key"),
    "missing": _("A required question was left without an answer"),
    "model_not_found": _("The provider does not know this model"),
    "no_vectors": _("The answer does not contain two comparable vectors"),
    "not_configured": _("No API key or address is set for this model"),
    "overloaded": _("The provider was overloaded"),
    "parse_error": _("Parse error: the answer does not match the format of its step"),
    "partly_read": _("Some questions have no answer; the others are kept"),
    "permission_denied": _("The API key does not have permission"),
    "provider_error": _("The provider failed"),
    "rate_limited": _("The provider rate limit was reached"),
    "refused": _("The model or its filter refused to answer"),
    "scorer_failed": _("The scorer failed over this item"),
    "server_error": _("The provider failed"),
    "target_missing": _("The target of the request no longer exists"),
    "timeout": _("The provider timed out"),
    "too_early": _("The provider asked to retry later"),
    "too_many_quotes": _("The answer has too many quotes"),
    "unknown": _("Unknown reason"),
    "unknown_parameter": _("A parameter is unknown"),
    "unknown_provider": _("The model name does not include a provider"),
    "unparsable_answer": _("The answer was not the requested JSON"),
    "unreadable_response": _("The provider's response could not be read"),
    "unsupported_parameter": _("The model does not take a parameter"),
    "worker_crash": _("The worker crashed five times"),
    "worker_lost": _("The worker stopped before the answer arrived"),
    "wrong_case": _("The answer was about another item"),
}


KEY = _("Set a valid API key or address for this model, then retry.")
AGAIN = _("Retry. It may work now.")
ANSWER = _("Read what the model answered. Retry, or change the prompt, the form or the model.")
NEXT = {
    "answer_truncated": _("Raise the output limit of the prompt, then rerun the step."),
    "bad_request": _("Check the parameters of the model, then rerun the step."),
    "billing": _("Add credit at the provider, then retry."),
    "canary_leaked": _("Read the item: its text gives the model instructions."),
    "context_too_long": _("Shorten the case, or add a model that reads longer texts."),
    "key_refused": KEY,
    "model_not_found": _("Check the name of the model and add it again."),
    "not_configured": KEY,
    "permission_denied": KEY,
    "refused": _("Have people answer these items, or add another model."),
    "target_missing": _("Nothing to do: what was asked about is gone."),
    "unknown_parameter": _("Check the parameters of the model, then rerun the step."),
    "unknown_provider": _("Check the name of the model and add it again."),
    "unsupported_parameter": _("Check the parameters of the model, then rerun the step."),
} | dict.fromkeys(
    (
        "empty_answer",
        "invalid_answer",
        "invalid_confidence",
        "invalid_shape",
        "invalid_value",
        "missing",
        "parse_error",
        "partly_read",
        "too_many_quotes",
        "unparsable_answer",
        "wrong_case",
    ),
    ANSWER,
)


def next_step(error_class):
    """What a person may do about failures of a class: try once more, where nothing else is known."""
    return NEXT.get(error_class, AGAIN)


def failure_label(error_class):
    """The words for a class of errors; one without words of its own is named."""
    return str(WORDS.get(error_class, "")) or error_class.replace("_", " ").capitalize()
