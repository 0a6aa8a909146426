"""What a method's reviews are asked with: the newest published texts, the shipped files, or one version of either."""

import hashlib
import re
from dataclasses import dataclass

from django.db.models import Q

from evalhub.lib.translation import gettext
from reviews.jobs.documents.models.method_document import PARTS, MethodDocument
from reviews.jobs.errors import ConfigInvalid, shown
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.prompt import MethodPrompt

# experiment p1.0 s3f2a91c0 kv2: prompt version 1.0 as shipped (its hash), version 2 of the own knowledge.
_REF = re.compile(
    r"(?P<model_type>\S+) p\S+ (?:v(?P<prompt>\d+)|s(?P<prompt_sha>[0-9a-f]{8}))"
    r" (?:kv(?P<knowledge>\d+)|k(?P<knowledge_sha>[0-9a-f]{12}))"
)

SHIPPED = "shipped"
PART_OF = {"prompt": "prompt", "knowledge_base": "knowledge"}  # of a configuration's keys
MOST_NAMED = 10


@dataclass(frozen=True)
class MethodInUse:
    """What a review is asked with; `ref` names it for `resolve`. `is_shipped`: nothing of it was written here."""

    prompt: MethodPrompt
    knowledge: str
    ref: str
    is_shipped: bool


def in_use(*, organization_id, model_type):
    """The newest published versions, and the shipped files where there are none. One query."""
    rows = MethodDocument.objects.published().filter(organization=organization_id, model_type=model_type)
    newest = {row.part: row for row in rows.order_by("part", "-number").distinct("part")}
    return _put_together(MethodReviewerRegistry.create(model_type), newest)


def chosen(*, organization_id, model_type, names):
    """The MethodInUse of `names`, a configuration's {prompt, knowledge_base}, either of which may be missing.

    The names of the method's own prompt and of the method itself mean what is in use. ConfigInvalid lists the valid
    names. Two queries at most.
    """
    reviewer = MethodReviewerRegistry.create(model_type)
    usual = {"prompt": reviewer.prompt_name, "knowledge": reviewer.name}
    wanted = {part: names.get(key, usual[part]) for key, part in PART_OF.items()}
    if wanted == usual:
        return in_use(organization_id=organization_id, model_type=model_type)
    own = MethodDocument.objects.published().filter(organization=organization_id, model_type=model_type)
    numbers = {part: [] for part in PARTS}
    for part, number in own.order_by("-number").values_list("part", "number"):
        numbers[part].append(number)
    shipped = {"prompt": _by_name(shipped_prompts(reviewer)), "knowledge": _by_name(shipped_knowledge(reviewer))}
    texts, picked = {}, Q(pk=None)
    for key, part in PART_OF.items():
        versions = {f"v{number}": number for number in numbers[part]}
        found = {**shipped[part], **versions, usual[part]: max(numbers[part], default=0)}.get(wanted[part])
        if found is None:
            valid = (usual[part], *list(versions)[:MOST_NAMED], *shipped[part])
            raise _unknown(f"methods.{model_type}.{key}", wanted[part], valid)
        if isinstance(found, int):
            picked |= Q(part=part, number=found)
        else:
            texts[part] = found
    return _put_together(reviewer, {row.part: row for row in own.filter(picked)}, **texts)


def shipped_prompts(reviewer):
    """(name, YAML) of the prompts that come with the product, this method's own first: `shipped` is its newest."""
    yield SHIPPED, reviewer.prompt_text()
    for each in _own_first(reviewer):
        yield from each.shipped_prompts().items()


def shipped_knowledge(reviewer):
    """(name, text) of the knowledge that comes with each method, this one's own first: `shipped`, and by its name."""
    yield SHIPPED, reviewer.knowledge()
    for each in _own_first(reviewer):
        yield each.name, each.knowledge()


def _own_first(reviewer):
    others = (MethodReviewerRegistry.create(name) for name in MethodReviewerRegistry.available())
    yield reviewer
    yield from (each for each in others if each.name != reviewer.name)


def _by_name(pairs):
    """{name: text}; of two of one name the first."""
    found = {}
    for name, text in pairs:
        found.setdefault(name, text)
    return found


def _unknown(place, met, valid):
    words = gettext("%(key)s is %(met)s. Valid: %(valid)s.")
    valid = ", ".join(dict.fromkeys(valid))
    return ConfigInvalid(words % {"key": place, "met": shown(met), "valid": valid}, field=place)


def resolve(*, organization_id, model_type, ref):
    """The same MethodInUse that `ref` was given for; ConfigInvalid when shipped files are no longer the same."""
    found = _REF.fullmatch(ref)
    if found is None or found["model_type"] != model_type:
        raise ConfigInvalid(f"The method version {ref[:100]!r} is none of {model_type!r}.", field="ref")
    numbers = {part: int(found[part]) for part in PARTS if found[part] is not None}
    own = MethodDocument.objects.published().filter(organization=organization_id, model_type=model_type)
    wanted = Q(pk=None)
    for part, number in numbers.items():
        wanted |= Q(part=part, number=number)
    documents = {row.part: row for row in own.filter(wanted)} if numbers else {}
    reviewer = MethodReviewerRegistry.create(model_type)
    method = _put_together(
        reviewer,
        documents,
        prompt=_of_hash(shipped_prompts(reviewer), found["prompt_sha"]),
        knowledge=_of_hash(shipped_knowledge(reviewer), found["knowledge_sha"]),
    )
    if method.ref != ref:
        raise ConfigInvalid(
            f"The method version {ref!r} is not here any more; {method.ref!r} is. Review the job again.", field="ref"
        )
    return method


def _put_together(reviewer, documents, *, prompt=None, knowledge=None):
    """The MethodInUse of {part: MethodDocument}; parts that are not among them have the given text that was shipped
    with some method, or else this method's newest."""
    own_prompt, own_knowledge = documents.get("prompt"), documents.get("knowledge")
    read = reviewer.parsed(own_prompt.content) if own_prompt else _shipped(reviewer, prompt)
    shipped_text = reviewer.knowledge() if knowledge is None else knowledge
    text = own_knowledge.content if own_knowledge else shipped_text
    prompt_ref = f"v{own_prompt.number}" if own_prompt else f"s{read.sha256[:8]}"
    knowledge_ref = f"kv{own_knowledge.number}" if own_knowledge else f"k{_hash(text)[:12]}"
    ref = f"{reviewer.name} p{read.version} {prompt_ref} {knowledge_ref}"
    return MethodInUse(prompt=read, knowledge=text, ref=ref, is_shipped=not documents)


def _shipped(reviewer, text):
    return reviewer.prompt() if text is None else reviewer.parsed(text, is_shipped=True)


def _of_hash(pairs, beginning):
    """The first of these texts whose hash begins like this, None for none; none is read without a beginning."""
    texts = (text for _, text in pairs) if beginning else ()
    return next((text for text in texts if _hash(text).startswith(beginning)), None)


def _hash(text):
    return hashlib.sha256(text.encode()).hexdigest()
