"""The prompt of a method: a YAML file with the dimensions to score and two templates, checked whole before use."""

import contextlib
import functools
import hashlib
import re
from dataclasses import dataclass, field

import yaml

from evalhub.lib.translation import gettext
from reviews.jobs.errors import ConfigInvalid, shown
from reviews.scorers.prompts.rendering import TemplateRefused, names_in

LARGEST_FILE = 64_000
MOST_DIMENSIONS = 20
FIELDS = ("name", "version", "description", "dimensions", "system", "user")
# The judged text is data: it has no place among the standing orders, which are the same for every job.
SYSTEM_VALUES = ("knowledge_context", "model_type", "sample_size", "dimensions")
USER_VALUES = ("artifact", *SYSTEM_VALUES)
_DIMENSION = re.compile(r"[a-z][a-z0-9_]{0,59}")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,19}")
OVERALL = "overall"
_TAKEN = {OVERALL}


@dataclass(frozen=True)
class MethodPrompt:
    """`dimensions` in the order they are scored; `sha256` is that of the file's text."""

    name: str
    version: str
    description: str
    dimensions: tuple[str, ...]
    system: str = field(repr=False)
    user: str = field(repr=False)
    sha256: str


@functools.lru_cache(maxsize=128)
def parse_prompt(text, *, is_shipped=False, metadata_names=()):
    """The MethodPrompt of a YAML text; ConfigInvalid names the first field that is wrong.

    `metadata_names`: what the method's reviewer finds in a job besides; the user template may show it.

    Templates from outside are looked at in a child process, once per text.
    """
    data = _loaded(text)
    prompt = MethodPrompt(
        name=_text(data, "name", "unknown", longest=100),
        version=_version(data),
        description=_text(data, "description", "", longest=1000),
        dimensions=_dimensions(data.get("dimensions")),
        system=_text(data, "system", ""),
        user=_text(data, "user", ""),
        sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
    )
    _check_templates(prompt, is_shipped, metadata_names)
    return prompt


def _loaded(text):
    if len(text) > LARGEST_FILE:
        words = gettext("The prompt has %(met)s characters. Valid: at most %(most)s.")
        raise invalid("prompt", words, met=len(text), most=LARGEST_FILE)
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: a date that there is not
        raise invalid("prompt", gettext("The prompt is not YAML: %(met)s"), met=str(error)[:300]) from error
    if not isinstance(data, dict):
        words = gettext("The prompt is YAML of type %(met)s. Valid: an object with %(valid)s.")
        raise invalid("prompt", words, met=type(data).__name__, valid=", ".join(FIELDS))
    unknown = [name for name in data if name not in FIELDS]
    if unknown:
        words = gettext("The prompt has the unknown field %(met)s. Valid: %(valid)s.")
        raise invalid(str(unknown[0]), words, met=shown(unknown[0]), valid=", ".join(FIELDS))
    return data


def _text(data, name, default, longest=LARGEST_FILE):
    value = data.get(name, default)
    if value is None:
        return default
    if not isinstance(value, str):
        words = gettext("The field %(name)s of the prompt is of type %(met)s. Valid: a text.")
        raise invalid(name, words, name=name, met=type(value).__name__)
    if len(value) > longest or "\0" in value:
        words = gettext("The field %(name)s of the prompt has %(met)s characters. Valid: at most %(most)s, no NUL.")
        raise invalid(name, words, name=name, met=len(value), most=longest)
    return value


def _version(data):
    """Numbers are taken as YAML reads them (1.10 is 1.1): a version is better written in quotes."""
    value = data.get("version", "0.0")
    version = str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        words = gettext("The version of the prompt is %(met)s. Valid: 1 to 20 of A-Z a-z 0-9 . _ -")
        raise invalid("version", words, met=shown(version))
    return version


def _dimensions(given):
    names = [part.strip() for part in given.split(",") if part.strip()] if isinstance(given, str) else given
    if not isinstance(names, list) or not 1 <= len(names) <= MOST_DIMENSIONS:
        words = gettext("The prompt has %(met)s dimensions. Valid: a list of 1 to %(most)s.")
        raise invalid("dimensions", words, met=len(names) if isinstance(names, list) else "no", most=MOST_DIMENSIONS)
    for name in names:
        if not isinstance(name, str) or not _DIMENSION.fullmatch(name) or name in _TAKEN:
            words = gettext("A dimension is %(met)s. Valid: a letter a-z, then a-z 0-9 _, up to 60, and not overall.")
            raise invalid("dimensions", words, met=shown(name))
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled:
        words = gettext("The dimension %(met)s is named twice. Valid: each once.")
        raise invalid("dimensions", words, met=doubled)
    return tuple(names)


def _check_templates(prompt, is_shipped, metadata_names):
    with refused_as_config():
        found = names_in({"system": prompt.system, "user": prompt.user}, is_shipped=is_shipped)
    for name, valid in (("system", SYSTEM_VALUES), ("user", (*USER_VALUES, *metadata_names))):
        unknown = [value for value in found[name] if value not in valid]
        if unknown:
            words = gettext("The template %(name)s shows %(met)s. Valid: %(valid)s.")
            raise invalid(name, words, name=name, met=shown(unknown[0]), valid=", ".join(valid))
    if "artifact" not in found["user"]:
        words = gettext("The template user does not show the artifact. Valid: a text with {{ artifact }} in it.")
        raise invalid("user", words)


@contextlib.contextmanager
def refused_as_config():
    """A template that cannot be filled in is a ConfigInvalid of its field, as everything else that is wrong here."""
    try:
        yield
    except TemplateRefused as error:
        raise ConfigInvalid(error.message, field=error.field) from error


def invalid(field_name, words, **values):
    """The error of a field of a prompt; `values` go into the words."""
    return ConfigInvalid(words % values, field=field_name)
