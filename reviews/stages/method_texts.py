"""What a method's reviews are asked with: the newest published texts, the shipped files, or one version of either."""

import hashlib
import re
from dataclasses import dataclass

from django.db.models import Q

from reviews.jobs.errors import ConfigInvalid
from reviews.methods import MethodReviewerRegistry
from reviews.methods.prompt import MethodPrompt
from reviews.models.method_document import PARTS, MethodDocument

# experiment p1.0 s3f2a91c0 kv2: prompt version 1.0 as shipped (its hash), version 2 of the own knowledge.
_REF = re.compile(
    r"(?P<model_type>\S+) p\S+ (?:v(?P<prompt>\d+)|s(?P<prompt_sha>[0-9a-f]{8}))"
    r" (?:kv(?P<knowledge>\d+)|k(?P<knowledge_sha>[0-9a-f]{12}))"
)


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
    return _put_together(model_type, {row.part: row for row in rows.order_by("part", "-number").distinct("part")})


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
    method = _put_together(model_type, documents, sha256=found["prompt_sha"])
    if method.ref != ref:
        raise ConfigInvalid(
            f"The method version {ref!r} is not here any more; {method.ref!r} is. Review the job again.", field="ref")
    return method


def _put_together(model_type, documents, *, sha256=None):
    """The MethodInUse of {part: MethodDocument}, with the shipped files for parts that are not among them.

    `sha256`: the beginning of the hash of the shipped prompt that is meant; else it is the newest.
    """
    reviewer = MethodReviewerRegistry.create(model_type)
    own_prompt, own_knowledge = documents.get("prompt"), documents.get("knowledge")
    prompt = reviewer.parsed(own_prompt.content) if own_prompt else _shipped_prompt(reviewer, sha256)
    text = own_knowledge.content if own_knowledge else reviewer.knowledge()
    prompt_ref = f"v{own_prompt.number}" if own_prompt else f"s{prompt.sha256[:8]}"
    digest = hashlib.sha256(text.encode()).hexdigest()
    knowledge_ref = f"kv{own_knowledge.number}" if own_knowledge else f"k{digest[:12]}"
    ref = f"{model_type} p{prompt.version} {prompt_ref} {knowledge_ref}"
    return MethodInUse(prompt=prompt, knowledge=text, ref=ref, is_shipped=not documents)


def _shipped_prompt(reviewer, sha256):
    return (reviewer.shipped_prompt(sha256) if sha256 else None) or reviewer.prompt()
