"""Prompts: YAML files of `reviews/scorers/prompts`, rendered in a sandbox, with judged text as fenced-off data.

A file has the key `judge` (what an annotator may be made with) or `stage` (what one stage of a run asks).
"""

import functools
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from evalhub.lib.errors import InvalidInput, UnknownKey
from reviews.scorers.judges.answer_schema import ORDER
from reviews.scorers.prompts.rendering import names_in, render_each

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
# Of prompts that name no order: the first version of `questions` had this one.
REASON_FIRST = ("justification", "quotes", "value", "confidence", "abstained")


@dataclass(frozen=True)
class PromptTemplate:
    """One prompt file; `version` is its stem, such as `questions.v1`, and is stored with what was asked by it.

    Either `judge` or `stage` is set. `tokens` is the room for the answer, `tokens_per_question` comes on top of it;
    `order` is that of a question's properties in the answer; `examples` are audited answers that are shown before the
    item. What people wrote is not `is_shipped`: a child process
    fills it in.
    """

    version: str
    kind: str
    title: str
    judge: str
    stage: str
    system: str
    user: str
    shows_expected_output: bool
    parameters: Mapping[str, object]
    tokens: int
    tokens_per_question: int
    order: tuple[str, ...] = ORDER
    is_shipped: bool = True
    examples: tuple = ()


@dataclass(frozen=True)
class CaseMarks:
    """Words derived from the case's texts and found in none of them.

    `marker` fences the material off, `case_ref` is to be echoed, `canary` must never appear in an answer.
    """

    marker: str
    case_ref: str
    canary: str


@dataclass(frozen=True)
class Messages:
    """A stage prompt with its values filled in, and the marks of the case."""

    system: str
    user: str
    marks: CaseMarks


def prompt_versions(judge=None):
    """The versions of the prompts that annotators are made with, of one judge or of all, in order."""
    found = {version: load_prompt(version).judge for version in _stems()}
    return [version for version, own in found.items() if own and judge in (None, own)]


def shipped_names(kind):
    """The names of the shipped prompts of a kind, in order."""
    return list(dict.fromkeys(name_of(version) for version in _stems() if load_prompt(version).kind == kind))


def shipped_versions(name):
    """{number: version} of the shipped prompts of a name, the newest first: {2: "questions.v2", 1: "questions.v1"}."""
    numbers = {int(version.rpartition(".v")[2]): version for version in _stems() if name_of(version) == name}
    return dict(sorted(numbers.items(), reverse=True))


def name_of(version):
    """questions of questions.v2, and of questions@3, a version that an organization has written."""
    return version.partition("@")[0] if "@" in version else version.rpartition(".v")[0]


def stage_prompt_versions(stage):
    """The versions of the prompts of one stage, such as score_critic, in order."""
    return [version for version in _stems() if load_prompt(version).stage == stage]


@functools.cache
def load_prompt(version):
    """The PromptTemplate of that version, of a judge or of a stage; UnknownKey lists the valid ones."""
    return template_of(version, yaml.safe_load(shipped_text(version)))


def shipped_text(version):
    """The file of that version as it is; UnknownKey lists the valid ones."""
    if version not in _stems():
        valid = _stems()
        raise UnknownKey(f"Unknown prompt {version!r}. Valid: {', '.join(valid)}.", details={"valid": valid})
    return (PROMPTS / f"{version}.yaml").read_text(encoding="utf-8")


def render_prompt(prompt, values, *, own=None):
    """The prompt's (system, user) texts with plain values filled in; a name that is missing is a TemplateRefused.

    `own`: the values of one of them alone, {"system": values}.
    """
    templates = {"system": prompt.system, "user": prompt.user}
    texts = render_each(templates, values, own=own, is_shipped=prompt.is_shipped)
    return texts["system"], texts["user"]


def fill(prompt, values, *, identity):
    """The Messages of a stage prompt; `values` are plain JSON values, `identity` tells the case from all others.

    Templates get `marker` besides, and the user's one `case_ref` and `canary` too. The marker of the system prompt
    comes from the values it shows and from nothing else: so it stays word for word the same, and is stored and
    cached once, for all cases that show the same there.
    """
    shown = names_shown(prompt.system, prompt.is_shipped)
    fixed = marks_of({name: value for name, value in values.items() if name in shown})
    marks = case_marks_of(values, identity=identity)
    known = {"marker": marks.marker, "case_ref": marks.case_ref, "canary": marks.canary}
    system, user = render_prompt(prompt, values, own={"system": {"marker": fixed.marker}, "user": known})
    return Messages(system=system, user=user, marks=marks)


def case_marks_of(values, *, identity):
    """The marks that `fill` puts into the prompt of a case."""
    return marks_of([identity, values])


def case_marks(item):
    """The marks of an ItemView."""
    return marks_of([str(item.id), item.texts(with_expected_output=True)])


def marks_of(case):
    """The same CaseMarks for the same JSON value at every attempt; a text cannot hold a hash of itself, as checked."""
    content = json.dumps(case, ensure_ascii=True, sort_keys=True)
    for salt in range(100):
        digest = hashlib.sha256(f"{salt}|{content}".encode()).hexdigest()
        marks = CaseMarks(marker=digest[:16], case_ref=digest[16:28], canary=f"kestrel-{digest[28:40]}")
        if not any(mark in content for mark in (marks.marker, marks.case_ref, marks.canary)):
            return marks
    raise InvalidInput("No marker could be found that the case's texts do not hold.")


def field_name(path):
    """A field's path on one line: column names come from uploaded files."""
    return re.sub(r"[\x00-\x1f\x7f\[\]\u2028\u2029]", " ", path)[:200]


@functools.lru_cache(maxsize=256)
def names_shown(template, is_shipped):
    """The names of the values that a template shows."""
    return frozenset(names_in({"system": template}, is_shipped=is_shipped)["system"])


def _stems():
    return sorted(path.stem for path in PROMPTS.glob("*.yaml"))


def template_of(version, data):
    """The PromptTemplate of what a file says; InvalidInput for one that lacks something."""
    judge, stage = data.get("judge", ""), data.get("stage", "")
    if bool(judge) == bool(stage):
        raise InvalidInput(f"Prompt {version} has judge {judge!r} and stage {stage!r}. Valid: one of them.")
    try:
        names = data.get("order", REASON_FIRST)
        if sorted(names) != sorted(ORDER):
            raise InvalidInput(f"Prompt {version} has order {names!r}. Valid: {', '.join(ORDER)}, each once.")
        return PromptTemplate(
            version=version,
            kind=data["kind"],
            title=data["title"],
            judge=judge,
            stage=stage,
            system=data["system"],
            user=data["user"],
            shows_expected_output=data.get("shows_expected_output", False),
            parameters=data["parameters"],
            tokens=data["tokens"],
            tokens_per_question=data.get("tokens_per_question", 0),
            order=tuple(names),
        )
    except KeyError as error:
        raise InvalidInput(f"Prompt {version} has no {error.args[0]!r}.") from error
