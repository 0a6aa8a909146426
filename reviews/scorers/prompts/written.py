"""Prompts of judges and stages that people have written: the YAML of a shipped one in other words, checked whole."""

import functools
import re
from dataclasses import replace

import yaml

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext
from reviews.scorers.judges.answer_schema import ORDER
from reviews.scorers.prompts.prompt import (
    PromptTemplate,
    load_prompt,
    name_of,
    names_shown,
    shipped_versions,
    template_of,
)
from reviews.scorers.prompts.rendering import LARGEST_TEMPLATE, names_in

LARGEST_FILE = 64_000
MOST_TOKENS = 16_000
FIELDS = (
    "title",
    "kind",
    "judge",
    "stage",
    "shows_expected_output",
    "order",
    "parameters",
    "tokens",
    "tokens_per_question",
    "system",
    "user",
)
REQUIRED = ("title", "system", "user", "tokens")
# What the engine fills in around the case. Where the shipped prompt asks for the reference, an answer is read only when
# it gives it back.
MARKS = ("case_ref", "canary", "marker")
_OWN = re.compile(r"(?P<name>[a-z_]+)@(?P<version>[1-9]\d{0,8})(?:\.(?P<sha>[0-9a-f]{12}))?")


class PromptRefused(InvalidInput):
    """`field` is the first field that is wrong, "prompt" for the text as a whole."""

    def __init__(self, message, *, field):
        super().__init__(message, code="bad_prompt", details={"field": field})
        self.field = field


def own_version(name, number, sha256=""):
    """questions@3, or questions@3.1f2e3d4c5b6a: that version while its text has this hash, as drafts are named."""
    return f"{name}@{number}.{sha256[:12]}" if sha256 else f"{name}@{number}"


def parts_of(version):
    """(name, number, beginning of the hash or "") of an own version, None for anything else."""
    found = _OWN.fullmatch(version)
    return (found["name"], int(found["version"]), found["sha"] or "") if found else None


@functools.lru_cache(maxsize=128)
def parse_written(text, *, version) -> PromptTemplate:
    """The PromptTemplate of a text; PromptRefused or TemplateRefused names the first field that is wrong.

    It takes the place of the newest shipped prompt of its name and must fit where that is asked.
    """
    shipped = _shipped(version)
    data = _loaded(text)
    for field in ("kind", "judge", "stage"):
        if data.setdefault(field, getattr(shipped, field)) != getattr(shipped, field):
            raise _refused(field, met=data[field], valid=getattr(shipped, field) or gettext("none"))
    _check(data)
    template = replace(template_of(version, {"parameters": {}, "order": shipped.order, **data}), is_shipped=False)
    _check_names(template)
    return template


def variables(name):
    """{"system": [names], "user": [names]} that templates of a name may show, as its shipped versions do."""
    prompts = [load_prompt(version) for version in shipped_versions(name).values()]
    system = frozenset().union(*(names_shown(prompt.system, True) for prompt in prompts)) | {"marker"}
    user = frozenset().union(*(names_shown(prompt.user, True) for prompt in prompts)) | system | {*MARKS}
    return {"system": sorted(system), "user": sorted(user)}


def _shipped(version):
    """The newest shipped prompt of the version's name."""
    return load_prompt(next(iter(shipped_versions(name_of(version)).values())))


def _loaded(text):
    if len(text) > LARGEST_FILE:
        words = gettext("The prompt has %(met)s characters. Valid: at most %(most)s.")
        raise PromptRefused(words % {"met": len(text), "most": LARGEST_FILE}, field="prompt")
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        words = gettext("The prompt is not YAML: %(met)s")
        raise PromptRefused(words % {"met": str(error)[:300]}, field="prompt") from error
    if not isinstance(data, dict):
        words = gettext("The prompt is YAML of type %(met)s. Valid: an object with %(valid)s.")
        met = {"met": type(data).__name__, "valid": ", ".join(FIELDS)}
        raise PromptRefused(words % met, field="prompt")
    unknown = next((name for name in data if name not in FIELDS), None)
    if unknown is not None:
        words = gettext("The prompt has the unknown field %(met)s. Valid: %(valid)s.")
        raise PromptRefused(words % {"met": repr(unknown)[:60], "valid": ", ".join(FIELDS)}, field=str(unknown)[:60])
    missing = next((name for name in REQUIRED if name not in data), None)
    if missing is not None:
        raise PromptRefused(gettext("The prompt has no %(name)s.") % {"name": missing}, field=missing)
    return data


def _check(data):
    """Each field is of its type and within its limits."""
    for name, longest in (("title", 200), ("system", LARGEST_TEMPLATE), ("user", LARGEST_TEMPLATE)):
        if not isinstance(data[name], str) or not 1 <= len(data[name]) <= longest or "\0" in data[name]:
            raise _refused(name, met=data[name], valid=gettext("a text of 1 to %(n)s characters") % {"n": longest})
    for name in ("tokens", "tokens_per_question"):
        value, least = data.get(name, 0), 1 if name == "tokens" else 0
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MOST_TOKENS:
            limits = {"least": least, "most": MOST_TOKENS}
            raise _refused(name, met=value, valid=gettext("%(least)s to %(most)s") % limits)
    if not isinstance(data.get("shows_expected_output", False), bool):
        raise _refused("shows_expected_output", met=data["shows_expected_output"], valid="true, false")
    order = data.get("order", ORDER)
    if not isinstance(order, (list, tuple)) or sorted(map(str, order)) != sorted(ORDER):
        raise _refused("order", met=order, valid=gettext("%(names)s, each once") % {"names": ", ".join(ORDER)})
    if not isinstance(data.get("parameters") or {}, dict):
        raise _refused("parameters", met=data["parameters"], valid=gettext("an object"))
    data["parameters"] = data.get("parameters") or {}


def _check_names(template):
    """Only values that there are, no judged material in the system text, and the marks where answers need them."""
    found = names_in({"system": template.system, "user": template.user})
    valid = variables(name_of(template.version))
    for field in ("system", "user"):
        unknown = [name for name in found[field] if name not in valid[field]]
        if unknown:
            words = gettext("The template %(name)s shows %(met)s. Valid: %(valid)s.")
            met = {"name": field, "met": repr(unknown[0])[:60], "valid": ", ".join(valid[field])}
            raise PromptRefused(words % met, field=field)
    needed = names_shown(_shipped(template.version).user, True)
    missing = [name for name in MARKS if name in needed and name not in found["user"]]
    if missing:
        words = gettext("The template user does not show %(name)s. Valid: a text with {{ %(name)s }} in it.")
        raise PromptRefused(words % {"name": missing[0]}, field="user")


def _refused(field, *, met, valid):
    text = gettext("The field %(name)s of the prompt is %(met)s. Valid: %(valid)s.")
    return PromptRefused(text % {"name": field, "met": repr(met)[:60], "valid": valid}, field=field)
