"""Where a model's requests go and with which key: read from the environment, never from a request."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from evalhub.lib.env import env_str

PLACEHOLDER_KEY = "no-key-needed"
SIMULATED_VARIABLE = "EVALHUB_SIMULATED_URL"


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

    def __repr__(self):
        """Without the key: endpoints end up in tracebacks."""
        return f"Endpoint(model={self.model!r}, api_base={self.api_base!r}, simulated={self.simulated})"


def resolve(model):
    """The endpoint of a model name such as `openai/gpt-4o`, `claude-sonnet-4-5` or `simulated-careful`.

    Providers other than the three with an address of their own are passed through: litellm reads their keys.
    """
    name = model.strip()
    prefix, _, rest = name.partition("/")
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
