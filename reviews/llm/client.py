"""The one door to language models: `acomplete(call)` sends one request and always returns an Outcome."""

import asyncio
import functools
import importlib.metadata
import os
import time
import warnings
from dataclasses import dataclass, field, replace
from types import ModuleType

from reviews.judges.exchange import FATAL, LLMCall, Outcome
from reviews.llm import direct, outcome, vectors
from reviews.llm.endpoints import Endpoint, resolve
from reviews.llm.failures import raised_by
from reviews.llm.wire import WireRequest

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


async def acomplete(call: LLMCall) -> Outcome:
    """`complete` without a thread per call; all calls of a process belong on one event loop, whose sockets they use."""
    asked = _Asked.of(call)
    if isinstance(asked, Outcome):
        return asked
    if call.embeds:
        return await _embed(asked)
    form = _form_of(asked)
    if form is not None:
        return await _over_known_wire(asked, form)
    try:
        try:
            response = await asked.litellm.acompletion(**asked.arguments)
        except asked.litellm.UnsupportedParamsError:
            asked.drop_unsupported()
            response = await asked.litellm.acompletion(**asked.arguments)
    except raised_by(asked.litellm) as error:
        return asked.failed(error)
    return asked.answered(response)


async def _embed(asked):
    try:
        response = await asked.litellm.aembedding(**asked.arguments)
        return vectors.outcome_of(response, asked.endpoint, price_list=_price_list(), latency_ms=asked.age())
    except raised_by(asked.litellm) as error:
        return asked.failed(error)


def _form_of(asked):
    """The RequestForm of a call to OpenAI's wire; None when litellm has to send it."""
    if asked.endpoint.provider != "openai":
        return None
    return _new_form(direct.Kind.of(asked.call, asked.endpoint))


@functools.lru_cache(maxsize=500)
def _new_form(kind):
    caught, catch = _catching()
    asked = _Asked.of(direct.with_marks(kind.call), catch)
    asked.complete()
    if not caught:
        return None
    return direct.RequestForm.of(caught[0], texts=len(kind.call.messages), dropped=asked.dropped)


async def _over_known_wire(asked, form):
    """Send it without litellm, which reads what came back again if that is not plainly an answer."""
    try:
        came = await _http().send(form.request(asked.call))
    except raised_by(asked.litellm) as error:
        came = error
    read = _as_litellm_reads(came)
    if read is not None:
        asked.dropped = form.dropped
        return asked.answered(read)
    found = await asyncio.to_thread(_complete, asked.call, direct.repeating(came))
    return replace(found, latency_ms=asked.age())


def _as_litellm_reads(came):
    """litellm's own object for a plain answer, or None."""
    from litellm.litellm_core_utils.llm_response_utils.convert_dict_to_response import convert_to_model_response_object
    from litellm.types.utils import ModelResponse
    from openai.types.chat import ChatCompletion

    body = None if isinstance(came, Exception) else direct.plain_answer(came)
    if body is None:
        return None
    headers = dict(came.headers)
    return convert_to_model_response_object(
        response_object=ChatCompletion.construct(**body).model_dump(), model_response_object=ModelResponse(),
        hidden_params={"headers": headers}, _response_headers=headers,
    )


def _http():
    """litellm's own httpx.AsyncClient: it knows proxies and certificates, and is closed when the process ends."""
    from litellm.llms.custom_httpx.http_handler import get_async_httpx_client

    return get_async_httpx_client("openai").client


def wire_request(call: LLMCall) -> WireRequest:
    """What `complete` would send for a call to a provider with a batch wire; nothing is sent."""
    caught, catch = _catching()
    outcome_ = _complete(call, answer=catch)
    if not caught:
        raise ValueError(f"{call.model} cannot be asked: {outcome_.error_message}")
    return WireRequest.of(caught[0])


def _catching():
    """A list, and what stands in for the network to put the httpx.Request into it that would have been sent."""
    caught = []

    def catch(request):
        request.read()
        caught.append(request)
        raise OSError("caught")

    return caught, catch


def read_answer(call: LLMCall, *, status_code, body) -> Outcome:
    """The Outcome for this answer of the provider to a row of a batch, at the price of batches; nothing is sent."""
    import httpx

    came, asked = httpx.Response(status_code, json=body), _Asked.of(call, in_batch=True)
    is_known = isinstance(asked, _Asked) and asked.endpoint.provider == "openai"
    read = _as_litellm_reads(came) if is_known else None
    return _complete(call, direct.repeating(came), in_batch=True) if read is None else asked.answered(read)


def _complete(call, answer=None, *, in_batch=False):
    """With `answer` a function from request to response stands in for the network."""
    asked = _Asked.of(call, answer, in_batch=in_batch)
    return asked if isinstance(asked, Outcome) else asked.complete()


@dataclass
class _Asked:
    """A call on its way: `arguments` for litellm, and what its answer is read with."""

    call: LLMCall
    endpoint: Endpoint
    litellm: ModuleType
    arguments: dict
    in_batch: bool = False
    dropped: tuple = ()
    started: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, call, answer=None, *, in_batch=False):
        """Or the Outcome of a call that cannot be sent."""
        endpoint = resolve(call.model)
        if endpoint.blocked_reason:
            return outcome.not_sent(endpoint)
        unknown = sorted(set(call.parameters) - PARAMETERS)
        if unknown:
            reason = f"Unknown parameter: {', '.join(unknown)}. Valid: {', '.join(sorted(PARAMETERS))}."
            return Outcome(FATAL, error_class="unknown_parameter", error_message=reason, simulated=endpoint.simulated)
        litellm = _litellm()
        missing = _missing_keys(litellm, endpoint)
        if missing:
            return outcome.blocked(f"{endpoint.model} has no key. Set {' and '.join(missing)}.")
        return cls(call, endpoint, litellm, _arguments(call, endpoint, answer), in_batch=in_batch)

    def complete(self):
        try:
            try:
                response = self.litellm.completion(**self.arguments)
            except self.litellm.UnsupportedParamsError:
                self.drop_unsupported()
                response = self.litellm.completion(**self.arguments)
        except raised_by(self.litellm) as error:
            return self.failed(error)
        return self.answered(response)

    def drop_unsupported(self):
        """Leave out what this model does not take, which was refused before sending, and remember it."""
        droppable = sorted(name for name in (*PARAMETERS, "response_format") if name in self.arguments)
        if not droppable:
            raise
        kept = {name: value for name, value in self.arguments.items() if name not in droppable}
        kept |= {name: self.arguments[name] for name in droppable if _takes(self.litellm, self.arguments, name)}
        self.arguments, self.dropped = kept, tuple(name for name in droppable if name not in kept)

    def failed(self, error):
        return outcome.of_error(error, self.endpoint, latency_ms=self.age())

    def answered(self, response):
        return outcome.of_response(
            response, self.call, self.endpoint, price_list=_price_list(), latency_ms=self.age(),
            dropped_parameters=self.dropped, in_batch=self.in_batch,
        )

    def age(self):
        return round((time.monotonic() - self.started) * 1000)


@functools.cache
def _price_list():
    return outcome.PriceList(_litellm().model_cost, f"litellm {importlib.metadata.version('litellm')}")


@functools.cache
def _litellm():
    for name, value in _LITELLM_ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    with warnings.catch_warnings(action="ignore"):  # what pydantic thinks of litellm's types is said once, to nobody
        import litellm

        litellm.ModelResponse()
    litellm.suppress_debug_info = True
    litellm.callbacks = []
    litellm.DEFAULT_MAX_RETRIES = 0  # its embeddings take a 0 in the call for "not said"
    return litellm


def _arguments(call, endpoint, answer):
    import httpx

    if call.embeds:
        return vectors.arguments(call, endpoint)
    arguments = {
        **call.parameters,
        **endpoint.litellm_arguments(is_sent=answer is None),
        "messages": [dict(message) for message in call.messages],
        "max_tokens": call.max_tokens,
        "timeout": httpx.Timeout(call.timeout_seconds, connect=direct.CONNECT_TIMEOUT_SECONDS),
        "max_retries": 0,
        "num_retries": 0,
    }
    if call.response_format is not None:
        arguments["response_format"] = call.response_format
    if answer is not None:
        arguments["client"] = _answering(endpoint, httpx.Client(transport=httpx.MockTransport(answer)))
    return arguments


def _answering(endpoint, http):
    """The client object that litellm takes for this provider, on another httpx.Client."""
    if endpoint.provider == "openai":
        import openai

        return openai.OpenAI(api_key=endpoint.api_key, base_url=endpoint.api_base or None, max_retries=0,
                             organization=os.environ.get("OPENAI_ORGANIZATION"), http_client=http)
    from litellm.llms.custom_httpx.http_handler import HTTPHandler

    return HTTPHandler(client=http)


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
