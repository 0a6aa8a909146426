"""Where a model's requests go and with which key: an organization's own, else the environment's, never a request's."""

import importlib.util
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from evalhub.lib.env import env_list, env_str
from evalhub.lib.simulated import PREFIX, is_simulated
from evalhub.lib.translation import gettext, gettext_noop
from reviews.engine.client import model_names

PLACEHOLDER_KEY = "no-key-needed"
SIMULATED_VARIABLE = "EVALHUB_SIMULATED_URL"
# Names of variables that only the workers have: a web process may choose their models, and never asks them.
WORKER_VARIABLE = "EVALHUB_WORKER_VARIABLES"
VERTEX = "vertex_ai"
VERTEX_VARIABLES = ("EVALHUB_VERTEX_PROJECT", "EVALHUB_VERTEX_LOCATION")
BUCKET_VARIABLE = "EVALHUB_VERTEX_BUCKET"
NO_GOOGLE_AUTH = gettext_noop("Install evalhub[vertex] to use Vertex AI: google-auth is missing.")


@dataclass(frozen=True)
class Provider:
    """One provider whose address can be pointed elsewhere; `path` is what its wire expects after the host.

    `bare_names` are models that need no prefix. Where `knows_machine`, credentials may come from the machine itself:
    litellm reads them, and one of the variables must be there.
    """

    name: str
    base_variable: str
    key_variables: tuple[str, ...]
    path: str = ""
    bare_names: re.Pattern | None = None
    knows_machine: bool = False

    @property
    def variables(self):
        """Any of them makes the provider's models callable."""
        return (*self.key_variables, self.base_variable) if self.base_variable else self.key_variables


def _of_litellm():
    """Providers that litellm serves: a key and a base of their own, unless named here."""
    plain = (
        "ai21",
        "cerebras",
        "cohere",
        "dashscope",
        "databricks",
        "deepinfra",
        "deepseek",
        "groq",
        "huggingface",
        "mistral",
        "moonshot",
        "nebius",
        "novita",
        "nvidia_nim",
        "openrouter",
        "replicate",
        "sambanova",
        "voyage",
        "xai",
    )
    yield from (Provider(name, f"{name.upper()}_API_BASE", (f"{name.upper()}_API_KEY",)) for name in plain)
    yield Provider("fireworks_ai", "FIREWORKS_AI_API_BASE", ("FIREWORKS_AI_API_KEY", "FIREWORKS_API_KEY"))
    yield Provider("perplexity", "PERPLEXITY_API_BASE", ("PERPLEXITYAI_API_KEY", "PERPLEXITY_API_KEY"))
    yield Provider("together_ai", "TOGETHER_AI_API_BASE", ("TOGETHERAI_API_KEY", "TOGETHER_AI_API_KEY"))
    for name, variable in (
        ("hosted_vllm", "HOSTED_VLLM_API_BASE"),
        ("lm_studio", "LM_STUDIO_API_BASE"),
        ("ollama", "OLLAMA_API_BASE"),
        ("ollama_chat", "OLLAMA_API_BASE"),
    ):
        yield Provider(name, variable, ())
    aws = ("AWS_REGION", "AWS_DEFAULT_REGION", "AWS_REGION_NAME")
    for name, variables in (
        ("azure", ("AZURE_API_BASE",)),
        ("azure_ai", ("AZURE_AI_API_BASE",)),
        ("bedrock", aws),
        ("sagemaker", aws),
        ("watsonx", ("WATSONX_URL", "WATSONX_API_BASE")),
    ):
        yield Provider(name, "", variables, knows_machine=True)


PROVIDERS = {
    provider.name: provider
    for provider in (
        Provider(
            "openai",
            "OPENAI_API_BASE",
            ("OPENAI_API_KEY",),
            "/v1",
            re.compile(r"gpt-|chatgpt-|o[0-9]+(-|$)|simulated-"),
        ),
        Provider("anthropic", "ANTHROPIC_API_BASE", ("ANTHROPIC_API_KEY",), "", re.compile(r"claude-")),
        Provider("gemini", "GEMINI_API_BASE", ("GEMINI_API_KEY", "GOOGLE_API_KEY"), "/v1beta", re.compile(r"gemini-")),
        *_of_litellm(),
    )
}
# What an organization may set a key of its own for.
KEYED = tuple(name for name, provider in PROVIDERS.items() if provider.key_variables and not provider.knows_machine)
_own_keys: ContextVar[Mapping[str, str | None]] = ContextVar("own_keys")
_SIMULATED_WIRES = ("openai", "anthropic", "gemini")
# Vertex AI knows no key and no address to point elsewhere: a project, a place and this machine's Google account.
_SIMULATED_VERTEX = Provider(VERTEX, "", (), "/v1beta")


@contextmanager
def using(keys: Mapping[str, str | None]) -> Iterator[None]:
    """Resolve models with these keys of an organization, {provider: key}; None is one that cannot be read.

    It holds for this thread, and for what is started on the event loop of models meanwhile.
    """
    token = _own_keys.set(keys)
    try:
        yield
    finally:
        _own_keys.reset(token)


@dataclass(frozen=True)
class VertexLocation:
    """A project of Google's cloud, the place its models answer in, and the bucket of its batches' files (or "")."""

    project: str
    location: str
    bucket: str


@dataclass(frozen=True)
class Endpoint:
    """`model` is the name litellm knows; without `api_base` its own default address is used.

    With a `blocked_reason` nothing may be sent: the reason names the variable to set, or says that `provider` is
    unknown.
    """

    provider: str
    model: str
    api_base: str = ""
    api_key: str = ""
    simulated: bool = False
    blocked_reason: str = ""
    is_unknown: bool = False
    vertex: VertexLocation | None = None

    def __repr__(self):
        """Without the key: endpoints end up in tracebacks."""
        return f"Endpoint(model={self.model!r}, api_base={self.api_base!r}, simulated={self.simulated})"

    def litellm_arguments(self, *, is_sent):
        """The model, address and key as litellm takes them; `is_sent` unless something stands in for the network.

        litellm's wire of Vertex AI asks Google for a token before anything else. Gemini's has the same bodies and
        needs none, so it is spoken where nothing goes to Google.
        """
        if self.vertex is None:
            found = {"model": self.model, "api_base": self.api_base, "api_key": self.api_key}
        elif self.simulated or not is_sent:
            found = {
                "model": f"gemini/{self.model.partition('/')[2]}",
                "api_base": self.api_base,
                "api_key": PLACEHOLDER_KEY,
            }
        else:
            found = {
                "model": self.model,
                "vertex_project": self.vertex.project,
                "vertex_location": self.vertex.location,
            }
        return {name: value for name, value in found.items() if value}


def resolve(model):
    """The endpoint of a model name such as `openai/gpt-4o`, `claude-sonnet-4-5` or `simulated-careful`; of one that
    may not be asked, blocked with the reason."""
    name = model.strip()
    reason = model_names.problem_of(name)
    if reason:
        return Endpoint("", name, blocked_reason=reason, is_unknown=True)
    endpoint = _resolved(name)
    reason = model_names.problem_of_provider(endpoint.provider, name)
    return Endpoint(endpoint.provider, name, blocked_reason=reason, is_unknown=True) if reason else endpoint


def _resolved(name):
    prefix, _, rest = name.partition("/")
    if prefix == VERTEX and rest:
        return _vertex(rest)
    provider = PROVIDERS.get(prefix)
    if not rest:
        bare = (each for each in PROVIDERS.values() if each.bare_names and each.bare_names.match(name))
        provider = next(bare, None)
    if provider is None:
        valid = ", ".join(sorted((*PROVIDERS, VERTEX)))
        words = gettext(
            "%(name)s has no known provider. Valid: a provider and a name, such as openai/gpt-4o-mini; of %(valid)s."
        )
        return Endpoint(
            prefix if rest else "", name, blocked_reason=words % {"name": name, "valid": valid}, is_unknown=True
        )
    rest = rest or name
    return _simulated(provider, rest) if is_simulated(rest) else _real(provider, rest)


def _real(provider, rest):
    model = f"{provider.name}/{rest}"
    own = _own_keys.get({}).get(provider.name, "")
    if own is None:
        reason = gettext(
            "The organization's key for %(provider)s cannot be read: the encryption key has changed. Enter it again."
        )
        return Endpoint(provider.name, model, blocked_reason=reason % {"provider": provider.name})
    key = own or next((value for name in provider.key_variables if (value := env_str(name, ""))), "")
    base = env_str(provider.base_variable, "") if provider.base_variable else ""
    if provider.knows_machine and key:
        return Endpoint(provider.name, model)
    if base:
        return _at(provider, model, base, key or PLACEHOLDER_KEY, variable=provider.base_variable)
    if key:
        return Endpoint(provider.name, model, api_key=key)
    if _has_worker(provider.variables):
        return Endpoint(provider.name, model)
    if provider.name in KEYED:
        reason = gettext("%(model)s has no key. Set %(variables)s, or add a key under Organization, Provider keys.")
    else:
        reason = gettext("%(model)s has no key. Set %(variables)s.")
    words = {"model": model, "variables": _either(provider)}
    return Endpoint(provider.name, model, blocked_reason=reason % words)


def _either(provider):
    keys, base = " or ".join(provider.key_variables), provider.base_variable
    return f"{keys}, or {base}" if keys and base else keys or base


def _has_worker(variables):
    """Whether the workers have one of these variables, which this process need not know."""
    return not set(env_list(WORKER_VARIABLE, ())).isdisjoint(variables)


def _vertex(rest):
    model = f"{VERTEX}/{rest}"
    if is_simulated(rest):
        return replace(_simulated(_SIMULATED_VERTEX, rest), vertex=VertexLocation("simulated", "global", "simulated"))
    project, location = (env_str(name, "") for name in VERTEX_VARIABLES)
    bucket = env_str(BUCKET_VARIABLE, "")
    if not (project and location) and _has_worker(VERTEX_VARIABLES):
        return Endpoint(VERTEX, model, vertex=VertexLocation(project, location, bucket))
    if not project or not location:
        words = gettext("%(model)s has no project and place in Google's cloud. Set %(variables)s.")
        reason = words % {"model": model, "variables": " and ".join(VERTEX_VARIABLES)}
        return Endpoint(VERTEX, model, blocked_reason=reason)
    reason = "" if _has_google_auth() else gettext(NO_GOOGLE_AUTH)
    return Endpoint(VERTEX, model, blocked_reason=reason, vertex=VertexLocation(project, location, bucket))


def _has_google_auth():
    return bool(importlib.util.find_spec("google")) and bool(importlib.util.find_spec("google.auth"))


def _simulated(provider, rest):
    model = f"{provider.name}/{rest}"
    if provider.name not in (*_SIMULATED_WIRES, VERTEX):
        valid = ", ".join((*_SIMULATED_WIRES, VERTEX))
        words = gettext("%(model)s has no simulated provider. Names that begin with %(prefix)s belong to %(valid)s.")
        reason = words % {"model": model, "prefix": PREFIX, "valid": valid}
        return Endpoint(provider.name, model, simulated=True, blocked_reason=reason)
    base = env_str(SIMULATED_VARIABLE, "")
    if not base and _has_worker((SIMULATED_VARIABLE,)):
        return Endpoint(provider.name, model, simulated=True)
    if not base:
        words = gettext("%(model)s needs the simulated provider. Set %(variable)s to its address.")
        reason = words % {"model": model, "variable": SIMULATED_VARIABLE}
        return Endpoint(provider.name, model, simulated=True, blocked_reason=reason)
    return _at(provider, model, base, PLACEHOLDER_KEY, variable=SIMULATED_VARIABLE, simulated=True)


def _at(provider, model, base, key, *, variable, simulated=False):
    parts = urlsplit(base)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.username or parts.query or parts.fragment:
        words = gettext("%(variable)s is not a plain http or https address, for example http://127.0.0.1:8080.")
        reason = words % {"variable": variable}
        return Endpoint(provider.name, model, simulated=simulated, blocked_reason=reason)
    api_base = f"{parts.scheme}://{parts.netloc}{_path(provider, parts.path.rstrip('/'))}"
    return Endpoint(provider.name, model, api_base, key, simulated)


def _path(provider, path):
    """The address's path as the provider's wire in litellm wants it, whether or not the version was written."""
    if provider.name == "anthropic":
        return path.removesuffix("/messages").removesuffix("/v1")
    return path or provider.path
