"""The one door to language models: `complete(call)` sends one request and always returns an Outcome."""

import functools
import os
import time

from reviews.judges.exchange import FATAL, LLMCall, Outcome
from reviews.llm import outcome
from reviews.llm.endpoints import resolve
from reviews.llm.wire import WireRequest

CONNECT_TIMEOUT_SECONDS = 10.0
# What an admin may set on a model. Addresses, keys, headers, callbacks and mock answers are never parameters.
PARAMETERS = frozenset(
    {"frequency_penalty", "presence_penalty", "reasoning_effort", "seed", "stop", "temperature", "top_p", "verbosity"}
)
# Clouds whose credentials may come from the machine itself instead of a variable.
_KEYLESS_PROVIDERS = frozenset({"azure", "azure_ai", "bedrock", "sagemaker", "vertex_ai", "watsonx"})
# Read once at litellm's import: no downloads, no .env file, no chatter.
_LITELLM_ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_MODE": "PRODUCTION",
    "LITELLM_LOG": "ERROR",
}


def complete(call: LLMCall) -> Outcome:
    """Send one request, once: no hidden retries, no fallback to another model, nothing written to a log.

    The first call of a process imports litellm (seconds, 170 MB), so call from workers only and never before a
    fork: children would share its sockets.
    """
    return _complete(call)


def wire_request(call: LLMCall) -> WireRequest:
    """What `complete` would send for a call to one of the three providers with a batch wire; nothing is sent."""
    caught = []

    def catch(request):
        request.read()
        caught.append(request)
        raise OSError("caught")

    outcome_ = _complete(call, answer=catch)
    if not caught:
        raise ValueError(f"{call.model} cannot be asked: {outcome_.error_message}")
    return WireRequest.of(caught[0])


def read_answer(call: LLMCall, *, status_code, body) -> Outcome:
    """The Outcome that `complete` gives for this answer of the provider; nothing is sent."""
    import httpx

    return _complete(call, answer=lambda request: httpx.Response(status_code, json=body, request=request))


def _complete(call, answer=None):
    """With `answer` a function from request to response stands in for the network."""
    endpoint = resolve(call.model)
    if endpoint.blocked_reason:
        return outcome.blocked(endpoint.blocked_reason, simulated=endpoint.simulated)
    unknown = sorted(set(call.parameters) - PARAMETERS)
    if unknown:
        reason = f"Unknown parameter: {', '.join(unknown)}. Valid: {', '.join(sorted(PARAMETERS))}."
        return Outcome(FATAL, error_class="unknown_parameter", error_message=reason, simulated=endpoint.simulated)
    litellm = _litellm()
    missing = _missing_keys(litellm, endpoint)
    if missing:
        return outcome.blocked(f"{endpoint.model} has no key. Set {' and '.join(missing)}.")
    started = time.monotonic()
    try:
        response, dropped = _send(litellm, _arguments(call, endpoint, answer))
    except _failures(litellm) as error:
        return outcome.of_error(error, endpoint, latency_ms=_since(started))
    return outcome.of_response(
        response,
        call,
        endpoint,
        price_list=litellm.model_cost,
        latency_ms=_since(started),
        dropped_parameters=dropped,
    )


@functools.cache
def _litellm():
    for name, value in _LITELLM_ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    import litellm

    litellm.suppress_debug_info = True
    litellm.callbacks = []
    return litellm


def _arguments(call, endpoint, answer):
    import httpx

    arguments = {
        **call.parameters,
        "model": endpoint.model,
        "messages": [dict(message) for message in call.messages],
        "max_tokens": call.max_tokens,
        "timeout": httpx.Timeout(call.timeout_seconds, connect=CONNECT_TIMEOUT_SECONDS),
        "max_retries": 0,
        "num_retries": 0,
    }
    if call.response_format is not None:
        arguments["response_format"] = call.response_format
    if endpoint.api_base:
        arguments["api_base"] = endpoint.api_base
    if endpoint.api_key:
        arguments["api_key"] = endpoint.api_key
    if answer is not None:
        arguments["client"] = _answering(endpoint, httpx.Client(transport=httpx.MockTransport(answer)))
    return arguments


def _answering(endpoint, http):
    """The client object that litellm takes for this provider, on another httpx.Client."""
    if endpoint.provider == "openai":
        import openai

        return openai.OpenAI(api_key=endpoint.api_key, base_url=endpoint.api_base or None, max_retries=0,
                             http_client=http)
    from litellm.llms.custom_httpx.http_handler import HTTPHandler

    return HTTPHandler(client=http)


def _send(litellm, arguments):
    """The response, and the names of what a model does not take: refused before sending, left out, and recorded."""
    try:
        return litellm.completion(**arguments), ()
    except litellm.UnsupportedParamsError:
        droppable = sorted(name for name in (*PARAMETERS, "response_format") if name in arguments)
        if not droppable:
            raise
        kept = {name: value for name, value in arguments.items() if name not in droppable}
        kept |= {name: arguments[name] for name in droppable if _takes(litellm, arguments, name)}
        return litellm.completion(**kept), tuple(name for name in droppable if name not in kept)


def _takes(litellm, arguments, name):
    """Whether litellm knows `name` with this value for this model; asks its tables, sends nothing."""
    model, provider, _, _ = litellm.get_llm_provider(arguments["model"])
    if name == "response_format":
        return name in (litellm.get_supported_openai_params(model, provider) or ())
    try:
        litellm.utils.get_optional_params(
            model=model, custom_llm_provider=provider, drop_params=False, **{name: arguments[name]}
        )
    except litellm.UnsupportedParamsError:
        return False
    return True


def _missing_keys(litellm, endpoint):
    """The variables that litellm would read for a provider of its own and that are not set."""
    if endpoint.api_key or endpoint.provider in _KEYLESS_PROVIDERS:
        return []
    return litellm.validate_environment(endpoint.model)["missing_keys"]


def _failures(litellm):
    """All that a call may raise: litellm's own classes, and what slips through its wrapping unwrapped."""
    import httpx
    import openai

    return (
        *litellm.LITELLM_EXCEPTION_TYPES,
        litellm.BudgetExceededError,
        openai.OpenAIError,
        httpx.HTTPError,
        OSError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        RuntimeError,
    )


def _since(started):
    return round((time.monotonic() - started) * 1000)
