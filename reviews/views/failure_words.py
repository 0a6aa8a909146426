"""Why a request failed, in words for people; the provider's own message stands beside them."""

WORDS = {
    "answer_truncated": "The answer was cut off, also with twice the room",
    "bad_request": "The provider did not accept the request",
    "canary_leaked": "The material steered the model: its check word came back",
    "conflict": "The provider was busy with the same request",
    "connection": "The provider could not be reached",
    "context_too_long": "The item is too long for this model",
    "empty_answer": "The answer was empty",
    "invalid_answer": "The answer does not fit the form",
    "invalid_confidence": "A confidence was not between 0 and 1",
    "invalid_shape": "The answer has the wrong shape",
    "invalid_value": "A value is not one the question allows",
    "missing": "A required question was left without an answer",
    "model_not_found": "The provider does not know this model",
    "overloaded": "The provider was overloaded",
    "rate_limited": "The provider asked to slow down, five times",
    "refused": "The model or its filter refused to answer",
    "server_error": "The provider failed",
    "timeout": "The provider took too long",
    "too_many_quotes": "The answer has too many quotes",
    "unknown_parameter": "A parameter is unknown",
    "unknown_provider": "The name does not say which provider",
    "unparsable_answer": "The answer was not the JSON that was asked for",
    "unreadable_response": "The provider's response could not be read",
    "unsupported_parameter": "The model does not take a parameter",
    "worker_crash": "The worker ended in the middle, five times",
    "wrong_case": "The answer was about another item",
}


def words_of(error_class):
    """The words for a class of errors; one without words of its own is named."""
    return WORDS.get(error_class) or error_class.replace("_", " ").capitalize()
