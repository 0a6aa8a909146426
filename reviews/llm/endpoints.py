"""Where a model's requests go and with which key: read from the environment, never from a request."""

import importlib.util
import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from evalhub.lib.env import env_str

PLACEHOLDER_KEY = "no-key-needed"
SIMULATED_VARIABLE = "EVALHUB_SIMULATED_URL"
VERTEX = "vertex_ai"
VERTEX_VARIABLES = ("EVALHUB_VERTEX_PROJECT", "EVALHUB_VERTEX_LOCATION")
BUCKET_VARIABLE = "EVALHUB_VERTEX_BUCKET"
NO_GOOGLE_AUTH = "Install evalhub[vertex] to use Vertex AI: google-auth is missing."


@dataclass(frozen=True)
class Provider:
    """One provider whose address can be pointed elsewhere; `path` is what its wire expects after the host."""

    name: str
    base_variable: str
    key_variables: tuple[str, ...]
    path: str
    bare_names: re.Pattern


PROVIDERS = {
    provider.name: provider
    for provider in (
        Provider(
            "openai",
            "OPENAI_API_BASE",
            ("OPENAI_API_KEY",),
            "/v1",
            re.compile(r"(gpt-|chatgpt-|o[0-9]+(-|$)|simulated)"),
        ),
        Provider("anthropic", "ANTHROPIC_API_BASE", ("ANTHROPIC_API_KEY",), "", re.compile(r"claude-")),
        Provider("gemini", "GEMINI_API_BASE", ("GEMINI_API_KEY", "GOOGLE_API_KEY"), "/v1beta", re.compile(r"gemini-")),
    )
}
# Vertex AI knows no key and no address to point elsewhere: a project, a place and this machine's Google account.
_SIMULATED_VERTEX = Provider(VERTEX, "", (), "/v1beta", re.compile(r"(?!)"))


@dataclass(frozen=True)
class VertexPlace:
    """A project of Google's cloud, the place its models answer in, and the bucket of its batches' files (or "")."""

    project: str
    location: str
    bucket: str


@dataclass(frozen=True)
class Endpoint:
    """`model` is the name litellm knows; without `api_base` its own default address is used.

    With a `blocked_reason` nothing may be sent: the reason names the variable to set.
    """

    provider: str
    model: str
    api_base: str = ""
    api_key: str = ""
    simulated: bool = False
    blocked_reason: str = ""
    vertex: VertexPlace | None = None

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
            found = {"model": f"gemini/{self.model.partition('/')[2]}", "api_base": self.api_base,
                     "api_key": PLACEHOLDER_KEY}
        else:
            found = {"model": self.model, "vertex_project": self.vertex.project,
                     "vertex_location": self.vertex.location}
        return {name: value for name, value in found.items() if value}


def resolve(model):
    """The endpoint of a model name such as `openai/gpt-4o`, `claude-sonnet-4-5` or `simulated-careful`.

    Providers other than these three and Vertex AI are passed through: litellm reads their keys.
    """
    name = model.strip()
    prefix, _, rest = name.partition("/")
    if prefix == VERTEX and rest:
        return _vertex(rest)
    provider = PROVIDERS.get(prefix) if rest else _provider_of_bare_name(name)
    if provider is None:
        return Endpoint(prefix if rest else "", name)
    rest = rest or name
    if rest.startswith("simulated"):
        return _simulated(provider, rest)
    return _real(provider, rest)


def _provider_of_bare_name(name):
    for provider in PROVIDERS.values():
        if provider.bare_names.match(name):
            return provider
    return None


def _real(provider, rest):
    model = f"{provider.name}/{rest}"
    key = next((value for name in provider.key_variables if (value := env_str(name, ""))), "")
    base = env_str(provider.base_variable, "")
    if base:
        return _at(provider, model, base, key or PLACEHOLDER_KEY, variable=provider.base_variable)
    if key:
        return Endpoint(provider.name, model, api_key=key)
    if env_str(SIMULATED_VARIABLE, ""):
        return _simulated(provider, rest)
    variables = " or ".join(provider.key_variables)
    return Endpoint(
        provider.name, model, blocked_reason=f"{model} has no key. Set {variables}, or {provider.base_variable}."
    )


def _vertex(rest):
    model = f"{VERTEX}/{rest}"
    project, location = (env_str(name, "") for name in VERTEX_VARIABLES)
    bucket = env_str(BUCKET_VARIABLE, "")
    is_unset = not project and not location and env_str(SIMULATED_VARIABLE, "")
    if rest.startswith("simulated") or is_unset:
        return replace(_simulated(_SIMULATED_VERTEX, rest), vertex=VertexPlace("simulated", "global", "simulated"))
    if not project or not location:
        reason = f"{model} has no project and place in Google's cloud. Set {' and '.join(VERTEX_VARIABLES)}."
        return Endpoint(VERTEX, model, blocked_reason=reason)
    reason = "" if _has_google_auth() else NO_GOOGLE_AUTH
    return Endpoint(VERTEX, model, blocked_reason=reason, vertex=VertexPlace(project, location, bucket))


def _has_google_auth():
    return bool(importlib.util.find_spec("google")) and bool(importlib.util.find_spec("google.auth"))


def _simulated(provider, rest):
    model = f"{provider.name}/{rest}"
    base = env_str(SIMULATED_VARIABLE, "")
    if not base:
        reason = f"{model} needs the simulated provider. Set {SIMULATED_VARIABLE} to its address."
        return Endpoint(provider.name, model, simulated=True, blocked_reason=reason)
    return _at(provider, model, base, PLACEHOLDER_KEY, variable=SIMULATED_VARIABLE, simulated=True)


def _at(provider, model, base, key, *, variable, simulated=False):
    parts = urlsplit(base)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.username or parts.query or parts.fragment:
        reason = f"{variable} is not a plain http or https address, for example http://127.0.0.1:8080."
        return Endpoint(provider.name, model, simulated=simulated, blocked_reason=reason)
    api_base = f"{parts.scheme}://{parts.netloc}{_path(provider, parts.path.rstrip('/'))}"
    return Endpoint(provider.name, model, api_base, key, simulated)


def _path(provider, path):
    """The address's path as the provider's wire in litellm wants it, whether or not the version was written."""
    if provider.name == "anthropic":
        return path.removesuffix("/messages").removesuffix("/v1")
    return path or provider.path
