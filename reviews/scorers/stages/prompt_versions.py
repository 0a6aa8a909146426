"""Which version of a prompt a name stands for in an organization, and the text that a stored version names."""

import contextlib
from dataclasses import dataclass, replace

from evalhub.lib.errors import InvalidInput, UnknownKey
from reviews.scorers.models.prompt import Prompt
from reviews.scorers.models.prompt_label import PRODUCTION, STAGING, PromptLabel
from reviews.scorers.prompts.prompt import (
    load_prompt,
    name_of,
    prompt_versions,
    shipped_versions,
    stage_prompt_versions,
)
from reviews.scorers.prompts.written import own_version, parse_written, parts_of


@dataclass(frozen=True)
class InUse:
    """A published Prompt, or the shipped version of number `shipped`; neither: the newest one that ships."""

    prompt: Prompt | None = None
    shipped: int | None = None


def in_use_of(*, organization_id, kinds=None, names=None, label=PRODUCTION):
    """{(kind, name): InUse} of those that are not simply the newest shipped text; two statements.

    The version with the label, else the newest published one. `label` of staging falls back to production.
    """
    narrowed = {"organization": organization_id}
    narrowed |= {"kind__in": kinds} if kinds is not None else {}
    narrowed |= {"name__in": names} if names is not None else {}
    rows = Prompt.objects.published().filter(**narrowed).order_by("kind", "name", "-version").distinct("kind", "name")
    found = {(row.kind, row.name): InUse(prompt=row) for row in rows.select_related("published_by")}
    wanted = (PRODUCTION,) if label == PRODUCTION else (PRODUCTION, STAGING)
    labels = PromptLabel.objects.filter(**narrowed, label__in=wanted).select_related("prompt__published_by")
    for each in sorted(labels, key=lambda row: wanted.index(row.label)):
        found[each.kind, each.name] = InUse(prompt=each.prompt, shipped=each.shipped)
    return found


def in_use(*, organization_id, kind, name, label=PRODUCTION):
    """The InUse of one name; two statements."""
    found = in_use_of(organization_id=organization_id, kinds=[kind], names=[name], label=label)
    return found.get((kind, name), InUse())


def version_in_use(*, organization_id, default, label=PRODUCTION):
    """The stored version, such as questions.v2 or questions@3, that is asked by in place of a shipped `default`."""
    return versions_in_use(organization_id=organization_id, defaults=[default], label=label)[default]


def versions_in_use(*, organization_id, defaults, label=PRODUCTION):
    """{default: stored version} of several shipped defaults; two statements."""
    names = {default: name_of(default) for default in defaults}
    found = in_use_of(organization_id=organization_id, names=[*names.values()], label=label)
    versions = {}
    for default, name in names.items():
        chosen = found.get((load_prompt(default).kind, name), InUse())
        own = chosen.prompt and own_version(name, chosen.prompt.version)
        versions[default] = own or shipped_versions(name).get(chosen.shipped, default)
    return versions


def load(version, *, organization_id):
    """The PromptTemplate that a stored version names; UnknownKey for one that there is not in the organization.

    A draft is named with the beginning of its hash, so that no other text is ever taken for it.
    """
    parts = parts_of(version)
    if parts is None:
        return load_prompt(version)
    name, number, sha256 = parts
    newest = next(iter(shipped_versions(name).values()), None)
    kind = load_prompt(newest).kind if newest else ""
    row = Prompt.objects.filter(organization=organization_id, kind=kind, name=name, version=number).first()
    if row is None or not row.content_sha256.startswith(sha256) or (row.status == "draft" and not sha256):
        raise UnknownKey(f"The prompt {version[:120]!r} is not here, or has changed.", details={"valid": []})
    return replace(parse_written(row.content, version=version), examples=tuple(row.examples))


def example_cases(version, *, organization_id):
    """The ids of the cases that a stored version shows as examples; a statement for one that was written here."""
    if parts_of(version) is None:
        return set()
    return {example["case"] for example in load(version, organization_id=organization_id).examples}


def of_stage(stage_name, *, requests):
    """The PromptTemplate that requests of one RunStage are asked by, if it is one of this step."""
    version = requests[0].stage.prompt_version
    is_known = parts_of(version) is not None or version in stage_prompt_versions(stage_name)
    prompt = of_requests(requests) if is_known else None
    if prompt is None or prompt.stage != stage_name:
        valid = stage_prompt_versions(stage_name)
        raise UnknownKey(f"Unknown prompt {version!r}. Valid: {', '.join(valid)}.", details={"valid": valid})
    return prompt


def of_requests(requests):
    """The PromptTemplate that requests of one RunStage are asked by; a statement for one that was written here."""
    version = requests[0].stage.prompt_version
    if parts_of(version) is None:
        return load_prompt(version)
    return load(version, organization_id=requests[0].run.organization_id)


def judge_versions(*, organization_id, method=None):
    """The versions that annotators of a method, or of any, can be made with: shipped ones and published own ones."""
    own = _own_judges(organization_id, method, with_text=False)
    return [*prompt_versions(method), *(version for version, _text in own)]


def judge_titles(*, organization_id):
    """[(version, title)] of the same; one statement. One that cannot be read any more is not offered."""
    found = [(version, load_prompt(version).title) for version in prompt_versions()]
    for version, text in _own_judges(organization_id):
        with contextlib.suppress(InvalidInput):
            found.append((version, parse_written(text, version=version).title))
    return found


def judge(version, *, organization_id, method=None):
    """The PromptTemplate of that version, if annotators of the method may be made with it; UnknownKey lists those."""
    if version in prompt_versions(method):
        return load_prompt(version)
    valid = judge_versions(organization_id=organization_id, method=method)
    if version not in valid:
        raise UnknownKey(f"Unknown prompt {version!r}. Valid: {', '.join(valid)}.", details={"valid": valid})
    return load(version, organization_id=organization_id)


def _own_judges(organization_id, method=None, *, with_text=True):
    """[(version, text)] of the published versions of judges' prompts, the newest first; one statement."""
    shipped = [load_prompt(version) for version in prompt_versions(method)]
    rows = Prompt.objects.published().filter(
        organization=organization_id,
        kind__in={prompt.kind for prompt in shipped},
        name__in={name_of(prompt.version) for prompt in shipped},
    )
    rows = (rows if with_text else rows.defer("content")).order_by("name", "-version")
    return [(own_version(row.name, row.version), row.content if with_text else "") for row in rows]
