"""How a review is configured: the model and its parameters, and which prompt and knowledge a method uses."""

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from evalhub.lib import plain_yaml, strict_json
from evalhub.lib.translation import gettext
from reviews.engine.client import extras
from reviews.jobs.errors import ConfigInvalid, shown

DEFAULT_MODEL = "claude-sonnet-4-5-20250929"
DEFAULT_TEMPERATURE = 0.0
DEFAULT_MAX_TOKENS = 4096
MODEL_VARIABLE = "REVIEW_BACKEND_MODEL"
TEMPERATURE_VARIABLE = "REVIEW_BACKEND_TEMPERATURE"
MAX_TOKENS_VARIABLE = "REVIEW_BACKEND_MAX_TOKENS"
PROVIDER_VARIABLES = "OPENAI_API_BASE, OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY"
MAX_CONFIG_BYTES = 64_000
MOST_TEMPERATURE = 100
MOST_TOKENS = 10_000_000

_VARIABLES = (
    ("model", MODEL_VARIABLE, str),
    ("temperature", TEMPERATURE_VARIABLE, float),
    ("max_tokens", MAX_TOKENS_VARIABLE, int),
)
_SECTIONS = ("backend", "methods")
_METHOD_KEYS = ("prompt", "knowledge_base")
# What a review itself decides.
_RESERVED = {
    "messages",
    "response_format",
    "tools",
    "tool_choice",
    "functions",
    "stream",
    "timeout",
    "num_retries",
    "n",
}


@dataclass(frozen=True)
class ReviewConfig:
    """`parameters` are the other keys of `backend`, flat; `methods` is {model_type: {prompt, knowledge_base}}."""

    model: str = DEFAULT_MODEL
    temperature: float = DEFAULT_TEMPERATURE
    max_tokens: int = DEFAULT_MAX_TOKENS
    parameters: dict = field(default_factory=dict)
    methods: dict = field(default_factory=dict)

    @classmethod
    def load(cls, source=None, environ=os.environ):
        """The environment before the source (a dict, the path of a YAML file or None) before the defaults.

        ConfigInvalid names the key or the variable. An empty variable counts as not set.
        """
        document = _document(source)
        _refuse_unknown(document, _SECTIONS, "config")
        backend = _section(document, "backend")
        own = {"model": DEFAULT_MODEL, "temperature": DEFAULT_TEMPERATURE, "max_tokens": DEFAULT_MAX_TOKENS}
        others = {key: value for key, value in backend.items() if key not in own}
        _refuse_hosts_and_keys(others, "backend")
        own |= {key: value for key, value in backend.items() if key in own}
        places = {key: f"backend.{key}" for key in own}
        for key, variable, kind in _VARIABLES:
            if text := environ.get(variable, ""):
                own[key], places[key] = _typed(text, kind), variable
        checked = {key: _CHECKS[key](own[key], places[key]) for key in own}
        return cls(**checked, parameters=others, methods=_methods(document))


def _document(source):
    if source is None:
        return {}
    if isinstance(source, str | os.PathLike):
        source = _parsed(_content(Path(source)))
    if not isinstance(source, dict):
        words = gettext("The configuration is %(met)s. Valid: an object with %(valid)s.")
        raise ConfigInvalid(words % {"met": shown(source), "valid": ", ".join(_SECTIONS)}, field="config")
    try:
        # What is no plain data, such as a date of YAML, could not be stored with the run.
        return strict_json.loads(strict_json.dumps(source))
    except strict_json.BadJson as problem:
        raise ConfigInvalid(problem.message, field="config") from None


def _content(path):
    try:
        # Without waiting for the writer of a pipe
        with open(path, "rb", opener=lambda path, flags: os.open(path, flags | os.O_NONBLOCK)) as file:
            is_regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            content = file.read(MAX_CONFIG_BYTES + 1) if is_regular else b""
    except (OSError, ValueError):
        is_regular = False
    if not is_regular:
        words = gettext("The configuration %(path)s cannot be read. Valid: the path of a YAML file.")
        raise ConfigInvalid(words % {"path": shown(str(path))}, field="config")
    if len(content) > MAX_CONFIG_BYTES:
        words = gettext("The configuration %(path)s has more than %(most)s bytes.")
        raise ConfigInvalid(words % {"path": path.name, "most": f"{MAX_CONFIG_BYTES:,}"}, field="config")
    return content


def _parsed(content):
    try:
        document = plain_yaml.load(content.decode())
    except plain_yaml.PROBLEMS as problem:
        words = gettext("The configuration is not valid YAML: %(problem)s.")
        raise ConfigInvalid(words % {"problem": plain_yaml.worded(problem)}, field="config") from None
    return {} if document is None else document


def _typed(text, kind):
    """The text of a variable as its kind of value, or as it is: the check that follows names what is valid."""
    try:
        return kind(text)
    except ValueError:
        return text


def _section(document, name):
    value = document.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ConfigInvalid(
            gettext("%(key)s is %(met)s. Valid: an object.") % {"key": name, "met": shown(value)}, field=name
        )
    return value


def _methods(document):
    methods = _section(document, "methods")
    for method, own in methods.items():
        place = f"methods.{method}"
        if not isinstance(own, dict):
            words = gettext("%(key)s is %(met)s. Valid: an object with %(valid)s.")
            raise ConfigInvalid(
                words % {"key": place, "met": shown(own), "valid": ", ".join(_METHOD_KEYS)}, field=place
            )
        _refuse_unknown(own, _METHOD_KEYS, place)
        for key, value in own.items():
            _text(value, f"{place}.{key}")
    return methods


def _refuse_unknown(document, valid, place):
    for key in document:
        if key not in valid:
            words = gettext("%(key)s is unknown in %(place)s. Valid: %(valid)s.")
            raise ConfigInvalid(words % {"key": shown(key), "place": place, "valid": ", ".join(valid)}, field=key)


def _refuse_hosts_and_keys(given, place):
    for key, value in given.items():
        where = f"{place}.{key}"
        if key in extras.NAMES:
            valid = value is not None and extras.mistake(key, value)
            if valid:
                raise _wrong(where, value, valid)
            continue
        if extras.FOREIGN.search(key):
            words = gettext(
                "%(key)s cannot be configured: addresses, keys, headers, callbacks and mock answers are not "
                "read from a configuration. Set the provider's variables, such as %(valid)s."
            )
            raise ConfigInvalid(words % {"key": shown(where), "valid": PROVIDER_VARIABLES}, field=where)
        if key in _RESERVED:
            words = gettext("%(key)s cannot be configured: it is set by the review.")
            raise ConfigInvalid(words % {"key": shown(where)}, field=where)
        if isinstance(value, dict):
            _refuse_hosts_and_keys(value, where)


def _text(value, place):
    if not isinstance(value, str) or not value.strip():
        raise _wrong(place, value, gettext("a text that is not empty"))
    return value


def _temperature(value, place):
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_TEMPERATURE:
        raise _wrong(place, value, gettext("a number from 0 to %(most)s") % {"most": MOST_TEMPERATURE})
    return float(value)


def _max_tokens(value, place):
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value <= MOST_TOKENS:
        raise _wrong(place, value, gettext("a whole number from 1 to %(most)s") % {"most": f"{MOST_TOKENS:,}"})
    return value


def _wrong(place, value, valid):
    words = gettext("%(key)s is %(met)s. Valid: %(valid)s.") % {"key": place, "met": shown(value), "valid": valid}
    return ConfigInvalid(words, field=place)


_CHECKS = {"model": _text, "temperature": _temperature, "max_tokens": _max_tokens}
