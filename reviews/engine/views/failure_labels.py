"""Why a request failed, in words for people; the provider's own message stands beside them."""

from django.utils.translation import gettext_lazy as _

WORDS = {
    "answered_late": _("The answer came after another worker had taken over"),
    "answer_truncated": _("The answer was cut off, also with twice the room"),
    "bad_request": _("The provider did not accept the request"),
    "billing": _("The account with the provider has no money left"),
    "canary_leaked": _("The material steered the model: its check word came back"),
    "conflict": _("The provider was busy with the same request"),
    "connection": _("The provider could not be reached"),
    "context_too_long": _("The item is too long for this model"),
    "empty_answer": _("The answer was empty"),
    "invalid_answer": _("The answer does not fit the form"),
    "invalid_confidence": _("A confidence was not between 0 and 1"),
    "invalid_shape": _("The answer has the wrong shape"),
    "invalid_value": _("A value is not one the question allows"),
    "key_refused": _("The provider refuses the key"),
    "missing": _("A required question was left without an answer"),
    "model_not_found": _("The provider does not know this model"),
    "no_vectors": _("The answer holds no two vectors that can be compared"),
    "not_configured": _("No key or no address is set for this model"),
    "overloaded": _("The provider was overloaded"),
    "parse_error": _("Parse error: the answer does not keep to the form of its stage"),
    "partly_read": _("Some questions have no answer; the others are kept"),
    "permission_denied": _("The provider does not allow this to the key"),
    "provider_error": _("The provider failed"),
    "rate_limited": _("The provider asked to slow down"),
    "refused": _("The model or its filter refused to answer"),
    "server_error": _("The provider failed"),
    "target_missing": _("What was to be asked about is gone"),
    "timeout": _("The provider took too long"),
    "too_early": _("The provider asked to come again later"),
    "too_many_quotes": _("The answer has too many quotes"),
    "unknown": _("The reason is not known"),
    "unknown_parameter": _("A parameter is unknown"),
    "unknown_provider": _("The name does not say which provider"),
    "unparsable_answer": _("The answer was not the JSON that was asked for"),
    "unreadable_response": _("The provider's response could not be read"),
    "unsupported_parameter": _("The model does not take a parameter"),
    "worker_crash": _("The worker ended in the middle, five times"),
    "worker_lost": _("The worker ended before the answer came in"),
    "wrong_case": _("The answer was about another item"),
}


def words_of(error_class):
    """The words for a class of errors; one without words of its own is named."""
    return str(WORDS.get(error_class, "")) or error_class.replace("_", " ").capitalize()
