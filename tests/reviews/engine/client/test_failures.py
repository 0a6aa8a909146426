"""Failures of the language-model client."""

from reviews.engine.client import failures
from reviews.engine.client.failures import classify, retry_after
from reviews.engine.client.reasons import FAILURES


def failure(name, *, status=None, text="", bases=(), **attributes):
    """An exception as a provider's client would raise it: classes are told by name."""
    kinds = tuple(type(base, (Exception,), {}) for base in bases) or (Exception,)
    error = type(name, kinds, {})(text)
    for key, value in {"status_code": status, **attributes}.items():
        setattr(error, key, value)
    return error


def test_failures_are_sorted_by_what_to_do_next():
    for error, status, error_class in [
        (failure("RateLimitError", status=429), "retryable", "rate_limited"),
        (failure("InternalServerError", status=500), "retryable", "server_error"),
        (failure("APIError", status=529), "retryable", "overloaded"),
        (failure("ServiceUnavailableError", status=503), "retryable", "overloaded"),
        (failure("Timeout", status=408), "retryable", "timeout"),
        (failure("APIStatusError", status=409), "retryable", "conflict"),
        (failure("APIConnectionError", status=500), "retryable", "connection"),
        (ConnectionResetError("gone"), "retryable", "connection"),
        (ValueError("bad body"), "retryable", "unreadable_response"),
        (failure("BadRequestError", status=400), "fatal", "bad_request"),
        (failure("UnprocessableEntityError", status=422), "fatal", "bad_request"),
        (failure("NotFoundError", status=404), "fatal", "model_not_found"),
        (failure("ContextWindowExceededError", status=400, bases=["BadRequestError"]), "fatal", "context_too_long"),
        (failure("ContentPolicyViolationError", status=400), "fatal", "refused"),
        (failure("BadRequestError", status=400, text="LLM Provider NOT provided"), "fatal", "unknown_provider"),
        (failure("AuthenticationError", status=401), "blocked", "key_refused"),
        (failure("PermissionDeniedError", status=403), "blocked", "permission_denied"),
        (failure("BadRequestError", status=400, text="Your credit balance is too low"), "blocked", "billing"),
        (failure("BadRequestError", status=400, text="API key not valid."), "blocked", "key_refused"),
    ]:
        result = classify(error)

        assert (result.status, result.error_class) == (status, error_class), (error, status, error_class)


def test_empty_accounts_block_and_quotas_say_how_long_to_wait():
    text = "You exceeded your current quota, please check your plan and billing details."
    openai = classify(failure("RateLimitError", status=429, text=text, llm_provider="openai"))
    gemini = classify(failure("RateLimitError", status=429, text=text, llm_provider="gemini"))
    assert (openai.status, gemini.status) == ("blocked", "retryable")

    for header, seconds in [
        ("7", 7.0),
        ("0.5", 0.5),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("soon", None),
        ("nan", None),
        ("Fri, 31 Dec 99999999999999999999 23:59:59 GMT", None),
    ]:
        error = failure("RateLimitError", status=429, litellm_response_headers={"retry-after": header})

        assert retry_after(error) == seconds, (header, seconds)

    assert retry_after(failure("RateLimitError", text='{"details": [{"retryDelay": "31s"}]}')) == 31.0
    assert retry_after(failure("RateLimitError", text=f'{{"retryDelay": "{"9" * 400}s"}}')) is None
    assert retry_after(failure("RateLimitError")) is None


def test_errors_of_the_wires_are_sorted_by_status_and_words():
    for provider, status_code, error, status, error_class in [
        (
            "openai",
            400,
            {"code": "content_policy_violation", "message": "Rejected by our safety system."},
            "fatal",
            "refused",
        ),
        ("openai", 400, {"code": "invalid_prompt", "message": "Flagged."}, "fatal", "refused"),
        ("anthropic", 400, {"message": "Output blocked by content filtering policy"}, "fatal", "refused"),
        ("openai", 400, {"code": "context_length_exceeded"}, "fatal", "context_too_long"),
        (
            "anthropic",
            400,
            {"message": "prompt is too long: 210000 tokens > 200000 maximum"},
            "fatal",
            "context_too_long",
        ),
        (
            "gemini",
            400,
            {"message": "The input token count (1200000) exceeds the maximum number of tokens allowed"},
            "fatal",
            "context_too_long",
        ),
        ("gemini", 400, {"message": "API key not valid. Please pass a valid API key."}, "blocked", "key_refused"),
        ("openai", 429, {"code": "insufficient_quota"}, "blocked", "billing"),
        ("gemini", 429, {"message": "You exceeded your current quota"}, "retryable", "rate_limited"),
        ("anthropic", 400, {"message": "Your credit balance is too low"}, "blocked", "billing"),
        ("openai", 400, {"message": "Unsupported value"}, "fatal", "bad_request"),
        ("anthropic", 529, {"type": "overloaded_error"}, "retryable", "overloaded"),
        ("openai", 302, {}, "retryable", "redirected"),
        ("openai", None, {}, "retryable", "unreadable_response"),
        ("openai", 418, {}, "fatal", "bad_request"),
        ("openai", 599, {}, "retryable", "server_error"),
    ]:
        found = failures.of_answer(status_code, failures.text_of(error), provider=provider)

        assert (found.status, found.error_class) == (status, error_class), error


def test_failures_have_our_words_and_the_providers():
    known = {*failures._BY_CLASS.values(), *failures._BY_STATUS.values()}
    assert [each for each in known if each.error_class not in FAILURES] == []

    for text, words in [
        ('MistralException - {"error": {"message": "No such model."}}', "No such model."),
        ('b\'{"message": "Gone."}\'', "Gone."),
        ("<html>502 /srv/app/x.py</html>", ""),
        ("{broken", ""),
        ("", ""),
        ('{"error": {"message": "<html>"}}', ""),
        ('{"error": [1]}', ""),
    ]:
        assert failures.message_in(ValueError(text)) == words, text
