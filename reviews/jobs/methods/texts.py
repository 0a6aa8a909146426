"""Texts that a method's reviews are asked with: shipped files, or versions of an organization."""

import hashlib
from dataclasses import dataclass

from evalhub.lib.translation import gettext
from reviews.jobs.errors import ConfigInvalid, shown
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.prompt import MethodPrompt

SHIPPED = "shipped"
KIND_OF = {"prompt": "method_prompt", "knowledge": "method_knowledge"}  # of the library, by part of a method
PART_OF = {"prompt": "prompt", "knowledge_base": "knowledge"}  # of a configuration's keys
MOST_NAMED = 10


@dataclass(frozen=True)
class MethodInUse:
    """What a review is asked with; `ref` names it for `resolve`. `is_shipped`: nothing of it was written here."""

    prompt: MethodPrompt
    knowledge: str
    ref: str
    is_shipped: bool


def chosen(reviewer, names, numbers, in_use=None):
    """({part: text of a shipped file}, {part: number of an own version}) of a configuration's {prompt, knowledge_base}.

    Either may be missing; `numbers` are those of the own versions by part, the newest first. The names of the method's
    own prompt and of the method itself mean what is in use: {part: number or shipped text} of `in_use`, or neither for
    the newest shipped file. ConfigInvalid lists the valid names.
    """
    usual = {"prompt": reviewer.prompt_name, "knowledge": reviewer.name}
    shipped = {"prompt": _by_name(shipped_prompts(reviewer)), "knowledge": _by_name(shipped_knowledge(reviewer))}
    texts, picked = {}, {}
    for key, part in PART_OF.items():
        name, own = names.get(key, usual[part]), numbers.get(part, [])
        versions = {f"v{number}": number for number in own}
        found = {**shipped[part], **versions, usual[part]: (in_use or {}).get(part, 0)}.get(name)
        if found is None:
            valid = (usual[part], *list(versions)[:MOST_NAMED], *shipped[part])
            raise _unknown(f"methods.{reviewer.name}.{key}", name, valid)
        if isinstance(found, int):
            picked[part] = found
        else:
            texts[part] = found
    return texts, picked


def shipped_in_use(reviewer, names):
    """The MethodInUse of a configuration's names where nobody has versions of their own."""
    texts, _picked = chosen(reviewer, names, {})
    return put_together(reviewer, {}, **texts)


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


def put_together(reviewer, documents, *, prompt=None, knowledge=None):
    """The MethodInUse of {part: Prompt}; parts that are not among them have the given text that was shipped with some
    method, or else this method's newest."""
    own_prompt, own_knowledge = documents.get("prompt"), documents.get("knowledge")
    read = reviewer.parsed(own_prompt.content) if own_prompt else _shipped(reviewer, prompt)
    shipped_text = reviewer.knowledge() if knowledge is None else knowledge
    text = own_knowledge.content if own_knowledge else shipped_text
    prompt_ref = f"v{own_prompt.version}" if own_prompt else f"s{read.sha256[:8]}"
    knowledge_ref = f"kv{own_knowledge.version}" if own_knowledge else f"k{hash_of(text)[:12]}"
    ref = f"{reviewer.name} p{read.version} {prompt_ref} {knowledge_ref}"
    return MethodInUse(prompt=read, knowledge=text, ref=ref, is_shipped=not documents)


def _shipped(reviewer, text):
    return reviewer.prompt() if text is None else reviewer.parsed(text, is_shipped=True)


def hash_of(text):
    return hashlib.sha256(text.encode()).hexdigest()
