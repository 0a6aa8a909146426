"""The one door to language models: `acomplete(call)` sends one request and always returns an Outcome.

Calls of OpenAI's, Anthropic's and Gemini's shape go over the wires of `reviews.engine.client.wires`; litellm's public
interface serves every other provider, and knows prices and what models take.
"""

import asyncio
import functools
import importlib.metadata
import os
import time
import warnings
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from django.conf import settings

from evalhub.lib import reasons as lib_reasons
from reviews.engine.client import extras, failures, outcomes, reasons
from reviews.engine.client.endpoints import Endpoint, resolve
from reviews.engine.client.event_loop import start
from reviews.engine.client.exchange import FATAL, RETRYABLE, LLMCall, Outcome
from reviews.engine.client.json_bodies import error_in, json_object, message_text
from reviews.engine.client.request_templates import Kind, RequestForm, with_marks
from reviews.engine.client.wires import registry

# What an admin may set on a model. Addresses, keys, headers, callbacks and mock answers are never parameters.
PARAMETERS = extras.NAMES | {
    "frequency_penalty",
    "presence_penalty",
    "reasoning_effort",
    "seed",
    "stop",
    "temperature",
    "top_p",
    "verbosity",
}
# What models that think often refuse; litellm says so before anything is sent.
_SAMPLING = ("frequency_penalty", "presence_penalty", "stop", "temperature", "top_p")
# Clouds whose credentials may come from the machine itself instead of a variable.
_KEYLESS_PROVIDERS = frozenset({"azure", "azure_ai", "bedrock", "sagemaker", "vertex_ai", "watsonx"})
# Providers that litellm serves through OpenAI's SDK, which takes its connections from `litellm.aclient_session`.
_OVER_SDK = frozenset(
    {
        "ai21",
        "azure",
        "cerebras",
        "dashscope",
        "deepinfra",
        "lm_studio",
        "moonshot",
        "nebius",
        "novita",
        "nvidia_nim",
        "perplexity",
        "sambanova",
    }
)
# Read once at litellm's import: no downloads, no .env file, no chatter.
_LITELLM_ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_MODE": "PRODUCTION",
    "LITELLM_LOG": "ERROR",
}


def complete(call: LLMCall) -> Outcome:
    """Send one request, once, and wait: no hidden retries, no fallback to another model, nothing written to a log.

    Call from workers only and never before a fork: children would share its sockets. The first call to a provider
    that is not simulated imports litellm (seconds, 170 MB).
    """
    return start(acomplete(call)).result()


async def acomplete(call: LLMCall) -> Outcome:
    """`complete` without a thread per call; all calls of a process belong on one event loop, whose sockets they use."""
    endpoint = resolve(call.model)
    if not endpoint.simulated and not endpoint.blocked_reason and not _litellm.cache_info().currsize:
        await asyncio.to_thread(_litellm)
    asked = _PreparedCall.of(call, endpoint)
    if isinstance(asked, Outcome):
        return asked
    if asked.wire is None or (endpoint.vertex and not endpoint.simulated):
        return await asked.over_litellm()
    return await asked.over_wire()


def limits_of(call):
    """(seconds, bytes) after which a call ends, however busy its connection is."""
    return min(call.timeout_seconds, settings.LLM_CALL_SECONDS), settings.LLM_CALL_BYTES


def form_of(call: LLMCall) -> RequestForm:
    """How a call to a provider with a wire is written; ValueError when it cannot be asked. Nothing is sent."""
    asked = _PreparedCall.of(call, resolve(call.model))
    if isinstance(asked, Outcome):
        raise ValueError(f"{call.model} cannot be asked: {asked.error_message}")
    if asked.wire is None:
        raise ValueError(f"{call.model} cannot be asked: its provider has no wire of ours.")
    form = asked.form()
    if form is None:
        raise ValueError(f"{call.model} cannot be asked: its provider makes no vectors.")
    return form


def read_answer(call: LLMCall, *, status_code, body) -> Outcome:
    """The Outcome for this answer of the provider to a row of a batch, at the price of batches; nothing is sent."""
    asked = _PreparedCall.of(call, resolve(call.model), in_batch=True)
    return asked if isinstance(asked, Outcome) else asked.read(status_code, {}, body)


@dataclass
class _PreparedCall:
    """A call on its way, its endpoint, and its wire, None where litellm has to send it."""

    call: LLMCall
    endpoint: Endpoint
    wire: Any  # a Wire, or None
    in_batch: bool = False
    dropped: tuple = ()
    started: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, call, endpoint, *, in_batch=False):
        """Or the Outcome of a call that cannot be sent."""
        if endpoint.blocked_reason:
            return outcomes.not_sent(endpoint)
        unknown = sorted(set(call.parameters) - PARAMETERS)
        if unknown:
            reason = reasons.UNKNOWN_PARAMETER(names=", ".join(unknown), valid=", ".join(sorted(PARAMETERS)))
            return Outcome(FATAL, error_class="unknown_parameter", error_message=reason, simulated=endpoint.simulated)
        reason = _mistake_in_extras(call.parameters)
        if reason:
            return Outcome(FATAL, error_class="invalid_parameter", error_message=reason, simulated=endpoint.simulated)
        wire = _wire_of(endpoint)
        missing = _missing_keys(endpoint) if wire is None else ()
        if missing:
            return outcomes.blocked(reasons.NO_KEY(model=endpoint.model, variables=" and ".join(missing)))
        return cls(call, endpoint, wire, in_batch=in_batch)

    def form(self):
        """The RequestForm, None where the provider makes no vectors."""
        form = _new_form(Kind.of(self.call, self.endpoint))
        self.dropped = form.dropped if form else ()
        return form

    async def over_wire(self):
        form = self.form()
        if form is None:
            reason = reasons.MAKES_NO_VECTORS(model=self.endpoint.model)
            return Outcome(FATAL, error_class="unsupported_parameter", error_message=reason)
        seconds, most_bytes = limits_of(self.call)
        http = _http()
        try:
            came = await http.client.send(
                "POST",
                form.url,
                headers=form.headers,
                content=form.content(self.call.messages).encode(),
                seconds=seconds,
                most_bytes=most_bytes,
            )
        except http.failures as error:
            return outcomes.of_error(error, self.endpoint, latency_ms=self.age())
        return self.read(came.status_code, came.headers, json_object(came.content), came.content)

    def read(self, status_code, headers, body, content=b""):
        """The Outcome of an answer; `body` is None where its `content` is no JSON object."""
        error = error_in(body) if body is None or body.get("error") or status_code // 100 != 2 else None
        if status_code // 100 == 2 and body is None:
            error_class, reason = _what_it_is(headers, content)
            return Outcome(
                RETRYABLE,
                error_class=error_class,
                error_message=reason,
                latency_ms=self.age(),
                simulated=self.endpoint.simulated or outcomes.SIMULATED_HEADER in headers,
            )
        if error is not None:
            return self._failed(status_code, headers, error)
        answer = self.wire.read_vectors(body) if self.call.embeds else self.wire.read(body)
        return self._answered(answer, headers)

    def _answered(self, answer, headers):
        simulated = outcomes.is_simulated(answer, self.endpoint, headers)
        return outcomes.of_answer(
            answer,
            self.call,
            self.endpoint,
            price_list=None if simulated else _price_list(),
            simulated=simulated,
            latency_ms=self.age(),
            dropped_parameters=self.dropped,
            in_batch=self.in_batch,
        )

    def _failed(self, status_code, headers, error):
        """An error with a status of success counts as the status that it names itself."""
        if status_code // 100 == 2:
            code = error.get("code")
            status_code = code if isinstance(code, int) and 400 <= code <= 599 else None
        text = failures.text_of(error)
        failure = failures.of_answer(status_code, text, provider=self.endpoint.provider)
        return outcomes.of_failure(
            failure,
            self.endpoint,
            said=message_text(error.get("message")),
            status_code=status_code,
            retry_after_seconds=failures.wait_seconds(headers, text),
            latency_ms=self.age(),
        )

    async def over_litellm(self):
        litellm = _litellm()
        seconds, _ = limits_of(self.call)
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                response = await self._from_litellm(litellm)
        except failures.raised_by(litellm) as error:
            late = failures.Failure(RETRYABLE, "timeout") if limit.expired() else None
            if late:
                return outcomes.of_failure(late, self.endpoint, latency_ms=self.age())
            return outcomes.of_error(error, self.endpoint, latency_ms=self.age())
        body = response.model_dump(mode="json")
        wire = registry["openai"]  # litellm gives every provider's answer this form
        headers = (getattr(response, "_hidden_params", None) or {}).get("additional_headers") or {}
        headers = {name.removeprefix("llm_provider-"): value for name, value in headers.items()}
        return self._answered(wire.read_vectors(body) if self.call.embeds else wire.read(body), headers)

    async def _from_litellm(self, litellm):
        arguments = _arguments(litellm, self.call, self.endpoint)
        if self.call.embeds:
            return await litellm.aembedding(**arguments)
        wanted: dict[str, Any] = {name: value for name, value in self.call.parameters.items() if value is not None}
        if self.call.response_format is not None:
            wanted["response_format"] = self.call.response_format
        taken = litellm.get_supported_openai_params(
            model=arguments["model"].partition("/")[2], custom_llm_provider=arguments["model"].partition("/")[0]
        )
        if self.call.top_logprobs and "top_logprobs" in (taken or ()):
            wanted |= {"logprobs": True, "top_logprobs": self.call.top_logprobs}
        passed = {"top_k", "extra_body"}  # which litellm puts into the body of any provider
        kept = {name: value for name, value in wanted.items() if taken is None or name in {*taken, *passed}}
        doubled = set(kept).intersection(kept.get("extra_body", ()))
        if doubled:
            kept["extra_body"] = {name: value for name, value in kept["extra_body"].items() if name not in doubled}
        try:
            response = await litellm.acompletion(**arguments, **kept)
        except litellm.UnsupportedParamsError:  # nothing was sent
            kept = {name: value for name, value in kept.items() if name not in _SAMPLING}
            response = await litellm.acompletion(**arguments, **kept)
        self.dropped = tuple(sorted((set(wanted) - set(kept)) | {f"extra_body.{name}" for name in doubled}))
        return response

    def age(self):
        return round((time.monotonic() - self.started) * 1000)


def _what_it_is(headers, content):
    """(error class, Reason) of an answer that is no JSON object although its status says success."""
    start = content[:200].lstrip().lower()
    if not content.strip():
        return "empty_answer", reasons.EMPTY_ANSWER()
    if "html" in headers.get("content-type", "") or start.startswith((b"<!doctype", b"<html")):
        return "unreadable_response", reasons.WEB_PAGE()
    try:
        content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "unreadable_response", reasons.NOT_UTF8()
    return "unreadable_response", reasons.NOT_JSON_OBJECT()


def _mistake_in_extras(parameters):
    """Why these extras are not sent, or None: they may come from where nobody has checked them."""
    for name in extras.NAMES.intersection(parameters):
        valid = parameters[name] is not None and extras.mistake(name, parameters[name])
        if valid:
            return reasons.INVALID_PARAMETER(name=name, valid=lib_reasons.of(valid))
    return None


def _wire_of(endpoint) -> Any:
    """The Wire; Vertex AI's models have Gemini's bodies."""
    provider = "gemini" if endpoint.vertex else endpoint.provider
    return registry[provider] if provider in registry else None


@functools.lru_cache(maxsize=500)
def _new_form(kind):
    endpoint, wire = kind.endpoint, _wire_of(kind.endpoint)
    model = endpoint.model.partition("/")[2]
    taken = wire.parameters & (_taken(endpoint, model) | extras.NAMES)
    parameters = {name: value for name, value in kind.call.parameters.items() if name in taken and value is not None}
    tokens = kind.call.top_logprobs if _tells_tokens(endpoint, model) else 0
    call = replace(with_marks(kind.call), parameters=parameters, top_logprobs=tokens)
    request = wire.embeddings(call, model) if kind.embeds else wire.chat(call, model)
    if request is None:
        return None
    return RequestForm.of(
        request.with_extra(kind.call.parameters.get("extra_body")),
        base=endpoint.api_base or wire.base,
        headers=wire.key_headers(endpoint.api_key),
        dropped=set(kind.call.parameters) - taken - {"extra_body"},
    )


def _taken(endpoint, model):
    """The parameters that a model takes by litellm's tables; simulated models take what their wire does."""
    if endpoint.simulated:
        return PARAMETERS
    provider = "gemini" if endpoint.vertex else endpoint.provider
    known = _litellm().get_supported_openai_params(model=model, custom_llm_provider=provider)
    return PARAMETERS if known is None else frozenset(known)


def _tells_tokens(endpoint, model):
    """Whether a model tells the likeliest tokens by litellm's tables; of one that is not in them nobody knows."""
    if endpoint.simulated:
        return True
    known = _litellm().get_supported_openai_params(model=model, custom_llm_provider=endpoint.provider)
    return "top_logprobs" in (known or ())


@functools.cache
def _http():
    """The connections of this process's event loop, and what their calls may raise."""
    from evalhub.lib.egress import AddressRefused, asynchronous

    raised = (
        *asynchronous.FAILURES,
        asynchronous.DeadlinePassed,
        asynchronous.TooLarge,
        asynchronous.Undecodable,
        AddressRefused,
        UnicodeError,
        ValueError,
    )
    return SimpleNamespace(client=asynchronous.AsyncHttp(), failures=raised)


@functools.cache
def _price_list():
    return outcomes.PriceList(_litellm().model_cost, f"litellm {importlib.metadata.version('litellm')}")


@functools.cache
def _litellm() -> Any:
    for name, value in _LITELLM_ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    with warnings.catch_warnings(action="ignore"):  # what pydantic thinks of litellm's types is said once, to nobody
        import litellm

        litellm.ModelResponse()
    litellm.suppress_debug_info = True
    litellm.callbacks = []
    litellm.DEFAULT_MAX_RETRIES = 0  # pyright: ignore[reportPrivateImportUsage]: its embeddings take a 0 in the call for "not said"
    return litellm


@functools.cache
def _clients():
    """Clients for litellm, over our own connections: an httpx.AsyncClient for SDKs and a handler for all others."""
    import httpx

    from evalhub.lib.egress import bridge

    litellm = _litellm()
    transport = bridge.Transport(_http().client, lambda: (settings.LLM_CALL_SECONDS, settings.LLM_CALL_BYTES))
    litellm.aclient_session = httpx.AsyncClient(transport=transport, follow_redirects=False, trust_env=False)
    return litellm.AsyncHTTPHandler(transport=transport, follow_redirects=False)


def _arguments(litellm, call, endpoint) -> dict[str, Any]:
    handler = _clients()
    seconds, _ = limits_of(call)
    arguments = {**endpoint.litellm_arguments(is_sent=True), "timeout": seconds, "max_retries": 0, "num_retries": 0}
    if endpoint.provider not in _OVER_SDK:
        arguments["client"] = handler
    else:  # else it drops the 0 for some of them, and the SDK tries three times
        arguments["allowed_openai_params"] = ["max_retries"]
    if call.embeds:
        return arguments | {"input": [message["content"] for message in call.messages]}
    return arguments | {"messages": [dict(message) for message in call.messages], "max_tokens": call.max_tokens}


def _missing_keys(endpoint):
    """The variables that litellm would read for a provider of its own and that are not set."""
    if endpoint.api_key or endpoint.provider in _KEYLESS_PROVIDERS:
        return []
    return _litellm().validate_environment(endpoint.model)["missing_keys"]
