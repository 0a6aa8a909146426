"""Prompts: YAML files of `reviews/prompts`, rendered in a sandbox, with judged text as fenced-off data."""

import functools
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from evalhub.lib.errors import InvalidInput, UnknownKey

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
LARGEST_FILE = 64_000
LARGEST_TEMPLATE = 20_000
LARGEST_RENDERED = 2_000_000


@dataclass(frozen=True)
class Prompt:
    """One prompt file; `version` is its stem, such as `questions.v1`, and is stored with every annotator."""

    version: str
    title: str
    judge: str
    system: str
    user: str
    shows_expected_output: bool
    parameters: Mapping[str, object]
    tokens: int
    tokens_per_question: int


@dataclass(frozen=True)
class CaseMarks:
    """Words derived from the case's texts and found in none of them.

    `marker` fences the material off, `case_ref` is to be echoed, `canary` must never appear in an answer.
    """

    marker: str
    case_ref: str
    canary: str


def prompt_versions():
    """The stems of all prompt files, in order."""
    return sorted(path.stem for path in PROMPTS.glob("*.yaml"))


@functools.cache
def load_prompt(version):
    """The Prompt of that version; UnknownKey lists the valid ones."""
    if version not in prompt_versions():
        valid = prompt_versions()
        raise UnknownKey(f"Unknown prompt {version!r}. Valid: {', '.join(valid)}.", details={"valid": valid})
    text = (PROMPTS / f"{version}.yaml").read_text(encoding="utf-8")
    if len(text) > LARGEST_FILE:
        raise InvalidInput(f"Prompt {version} has {len(text)} characters. Valid: at most {LARGEST_FILE}.")
    return _prompt(version, yaml.safe_load(text))


def render(template, values):
    """The template's text with plain values filled in; a name that is missing is an InvalidInput."""
    if len(template) > LARGEST_TEMPLATE:
        raise InvalidInput(f"The template has {len(template)} characters. Valid: at most {LARGEST_TEMPLATE}.")
    try:
        text = _environment().from_string(template).render(values)
    except TemplateError as error:
        raise InvalidInput(f"The prompt template cannot be filled in: {error}") from error
    if len(text) > LARGEST_RENDERED:
        raise InvalidInput(f"The prompt has {len(text)} characters. Valid: at most {LARGEST_RENDERED}.")
    return text


def case_marks(item):
    """The same for the same case at every attempt; a text cannot hold a hash of itself, and this is checked."""
    content = json.dumps([str(item.id), item.texts(with_expected_output=True)], ensure_ascii=True, sort_keys=True)
    for salt in range(100):
        digest = hashlib.sha256(f"{salt}|{content}".encode()).hexdigest()
        marks = CaseMarks(marker=digest[:16], case_ref=digest[16:28], canary=f"kestrel-{digest[28:40]}")
        if not any(mark in content for mark in (marks.marker, marks.case_ref, marks.canary)):
            return marks
    raise InvalidInput(f"No marker could be found for the case {item.id}.")


def field_name(path):
    """A field's path on one line: column names come from uploaded files."""
    return re.sub(r"[\x00-\x1f\x7f\[\]\u2028\u2029]", " ", path)[:200]


@functools.cache
def _environment():
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, keep_trailing_newline=False, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals.clear()
    return environment


def _prompt(version, data):
    try:
        return Prompt(
            version=version,
            title=data["title"],
            judge=data["judge"],
            system=data["system"],
            user=data["user"],
            shows_expected_output=data["shows_expected_output"],
            parameters=data["parameters"],
            tokens=data["tokens"],
            tokens_per_question=data["tokens_per_question"],
        )
    except KeyError as error:
        raise InvalidInput(f"Prompt {version} has no {error.args[0]!r}.") from error
