"""What a method's reviews are asked with: the versions in use, the shipped files, or one version of either."""

import re

from django.db.models import Q

from reviews.jobs.errors import ConfigInvalid
from reviews.jobs.methods import MethodReviewerRegistry, texts
from reviews.jobs.methods.texts import KIND_OF, PART_OF
from reviews.scorers.models import Prompt
from reviews.scorers.stages import prompt_versions
from reviews.scorers.stages.prompt_kinds import registry as kinds

# experiment p1.0 s3f2a91c0 kv2: prompt version 1.0 as shipped (its hash), version 2 of the own knowledge.
_REF = re.compile(
    r"(?P<model_type>\S+) p\S+ (?:v(?P<prompt>\d+)|s(?P<prompt_sha>[0-9a-f]{8}))"
    r" (?:kv(?P<knowledge>\d+)|k(?P<knowledge_sha>[0-9a-f]{12}))"
)
_PART_OF = {kind: part for part, kind in KIND_OF.items()}


def in_use(*, organization_id, model_type):
    """The versions in use, and the newest shipped files where there are none. Two queries."""
    own, shipped = _in_use(organization_id, model_type)
    return texts.put_together(MethodReviewerRegistry.create(model_type), own, **shipped)


def chosen(*, organization_id, model_type, names):
    """The MethodInUse of a configuration's {prompt, knowledge_base}; four queries at most."""
    reviewer = MethodReviewerRegistry.create(model_type)
    usual = {"prompt": reviewer.prompt_name, "knowledge_base": reviewer.name}
    if all(names.get(key, usual[key]) == usual[key] for key in PART_OF):
        return in_use(organization_id=organization_id, model_type=model_type)
    published = _published(organization_id, model_type)
    numbers = {part: [] for part in KIND_OF}
    for kind, number in published.order_by("-version").values_list("kind", "version"):
        numbers[_PART_OF[kind]].append(number)
    own, shipped = _in_use(organization_id, model_type)
    usual_texts = {part: row.version for part, row in own.items()} | shipped
    texts_shipped, picked = texts.chosen(reviewer, names, numbers, usual_texts)
    return texts.put_together(reviewer, _rows(published, picked), **texts_shipped)


def parts_of(ref):
    """What a reference names: model_type, and of prompt and knowledge a number or the beginning of a hash; or None."""
    found = _REF.fullmatch(ref)
    return found.groupdict() if found else None


def resolve(*, organization_id, model_type, ref):
    """The same MethodInUse that `ref` was given for; ConfigInvalid when shipped files are no longer the same."""
    found = parts_of(ref)
    if found is None or found["model_type"] != model_type:
        raise ConfigInvalid(f"The method version {ref[:100]!r} is none of {model_type!r}.", field="ref")
    numbers = {part: int(found[part]) for part in KIND_OF if found[part] is not None}
    documents = _rows(_published(organization_id, model_type), numbers) if numbers else {}
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


def _in_use(organization_id, model_type):
    """({part: Prompt in use}, {part: text of a shipped version that a label points at})."""
    found = prompt_versions.in_use_of(organization_id=organization_id, kinds=list(_PART_OF), names=[model_type])
    own = {_PART_OF[kind]: chosen.prompt for (kind, _name), chosen in found.items() if chosen.prompt is not None}
    shipped = {
        _PART_OF[kind]: kinds[kind].shipped(model_type).get(chosen.shipped)
        for (kind, _name), chosen in found.items()
        if chosen.shipped is not None
    }
    return own, {part: text for part, text in shipped.items() if text is not None}


def _published(organization_id, model_type):
    return Prompt.objects.published().filter(organization=organization_id, name=model_type, kind__in=_PART_OF)


def _rows(published, numbers):
    """{part: Prompt} of these numbers."""
    wanted = Q(pk=None)
    for part, number in numbers.items():
        wanted |= Q(kind=KIND_OF[part], version=number)
    return {_PART_OF[row.kind]: row for row in published.filter(wanted)}


def _of_hash(pairs, beginning):
    """The first of these texts whose hash begins like this, None for none; none is read without a beginning."""
    candidates = (text for _, text in pairs) if beginning else ()
    return next((text for text in candidates if texts.hash_of(text).startswith(beginning)), None)
