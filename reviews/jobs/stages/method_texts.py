"""What a method's reviews are asked with: the newest published texts, the shipped files, or one version of either."""

import re

from django.db.models import Q

from reviews.jobs.documents.models.method_document import PARTS, MethodDocument
from reviews.jobs.errors import ConfigInvalid
from reviews.jobs.methods import MethodReviewerRegistry, texts
from reviews.jobs.methods.texts import PART_OF

# experiment p1.0 s3f2a91c0 kv2: prompt version 1.0 as shipped (its hash), version 2 of the own knowledge.
_REF = re.compile(
    r"(?P<model_type>\S+) p\S+ (?:v(?P<prompt>\d+)|s(?P<prompt_sha>[0-9a-f]{8}))"
    r" (?:kv(?P<knowledge>\d+)|k(?P<knowledge_sha>[0-9a-f]{12}))"
)


def in_use(*, organization_id, model_type):
    """The newest published versions, and the shipped files where there are none. One query."""
    rows = MethodDocument.objects.published().filter(organization=organization_id, model_type=model_type)
    newest = {row.part: row for row in rows.order_by("part", "-number").distinct("part")}
    return texts.put_together(MethodReviewerRegistry.create(model_type), newest)


def chosen(*, organization_id, model_type, names):
    """The MethodInUse of a configuration's {prompt, knowledge_base}; two queries at most."""
    reviewer = MethodReviewerRegistry.create(model_type)
    usual = {"prompt": reviewer.prompt_name, "knowledge_base": reviewer.name}
    if all(names.get(key, usual[key]) == usual[key] for key in PART_OF):
        return in_use(organization_id=organization_id, model_type=model_type)
    own = MethodDocument.objects.published().filter(organization=organization_id, model_type=model_type)
    numbers = {part: [] for part in PARTS}
    for part, number in own.order_by("-number").values_list("part", "number"):
        numbers[part].append(number)
    shipped, picked = texts.chosen(reviewer, names, numbers)
    return texts.put_together(reviewer, _rows(own, picked), **shipped)


def resolve(*, organization_id, model_type, ref):
    """The same MethodInUse that `ref` was given for; ConfigInvalid when shipped files are no longer the same."""
    found = _REF.fullmatch(ref)
    if found is None or found["model_type"] != model_type:
        raise ConfigInvalid(f"The method version {ref[:100]!r} is none of {model_type!r}.", field="ref")
    numbers = {part: int(found[part]) for part in PARTS if found[part] is not None}
    own = MethodDocument.objects.published().filter(organization=organization_id, model_type=model_type)
    documents = _rows(own, numbers) if numbers else {}
    reviewer = MethodReviewerRegistry.create(model_type)
    method = texts.put_together(
        reviewer,
        documents,
        prompt=_of_hash(texts.shipped_prompts(reviewer), found["prompt_sha"]),
        knowledge=_of_hash(texts.shipped_knowledge(reviewer), found["knowledge_sha"]),
    )
    if method.ref != ref:
        raise ConfigInvalid(
            f"The method version {ref!r} is not here any more; {method.ref!r} is. Review the job again.", field="ref"
        )
    return method


def _rows(own, numbers):
    """{part: MethodDocument} of these numbers."""
    wanted = Q(pk=None)
    for part, number in numbers.items():
        wanted |= Q(part=part, number=number)
    return {row.part: row for row in own.filter(wanted)}


def _of_hash(pairs, beginning):
    """The first of these texts whose hash begins like this, None for none; none is read without a beginning."""
    candidates = (text for _, text in pairs) if beginning else ()
    return next((text for text in candidates if texts.hash_of(text).startswith(beginning)), None)
