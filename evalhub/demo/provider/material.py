"""Finds the judged text in a prompt: fenced fields, and which of them is the question, the source, the answer."""

import re
from dataclasses import dataclass, field

_BEGIN = re.compile(r"^\[\[(?P<marker>[0-9A-Za-z-]{8,}) begin (?P<name>[^\]\n]*)\]\]\n", re.MULTILINE)
_TAG = re.compile(r"<(?P<name>[a-z_]{3,30})>")
OWN = "own"  # what a critic itself has answered: no part of the material
_MOST_FIELDS = 60
_READ_CHARACTERS = 12_000  # of each field: like a person in a hurry, and in bounded time
_CASE_REF = re.compile(r"case[ _-]?ref(?:erence)?[\"']?\s*[:=]\s*[\"']?([0-9A-Za-z-]{4,64})", re.IGNORECASE)
_EXPECTED = re.compile(r"expected|reference|gold|ideal", re.IGNORECASE)
_ANSWER = re.compile(r"output|answer|response|reply|completion|candidate", re.IGNORECASE)
_CONTEXT = re.compile(r"context|passage|document|source|policy|article|knowledge|evidence|excerpt", re.IGNORECASE)


@dataclass(frozen=True)
class Material:
    """The judged texts by part, and `asks` is the prompt around them. `judgement`: what a critic is asked about."""

    question: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    judgement: tuple[str, ...] = ()
    case_ref: str = ""
    asks: str = ""
    everything: str = field(default="", repr=False)

    @property
    def source(self):
        """What an answer is held against."""
        return "\n".join((*self.context, *self.expected))


def find_material(system, user):
    """The Material of a prompt. A text without fences or tags is taken for an answer to nothing."""
    fields = _between(user, _BEGIN, _end_of_fence)
    fields = fields or _between(user, _TAG, lambda found: f"</{found['name']}>")
    around = _without(user, fields)
    parts = {"question": [], "context": [], "answer": [], "expected": [], "judgement": []}
    for name, start, stop in fields or [("answer", 0, len(user))]:
        if name.partition(".")[0] == OWN:
            continue
        parts[_part(name)].append(user[start : min(stop, start + _READ_CHARACTERS)])
    if fields and not parts["answer"]:
        parts["answer"], parts["question"] = parts["question"], []
    return Material(
        **{name: tuple(texts) for name, texts in parts.items()},
        case_ref=case_reference(around),
        asks=f"{system}\n{around}" if fields else system,
        everything=f"{system}\n{user}",
    )


def fenced(text):
    """([(name, text)] of the fenced fields, the text around them)."""
    fields = _between(text, _BEGIN, _end_of_fence)
    return [(name, text[start:stop]) for name, start, stop in fields], _without(text, fields)


def case_reference(text):
    """The reference that a prompt asks back, or an empty text."""
    found = _CASE_REF.search(text)
    return found.group(1) if found else ""


def _end_of_fence(found):
    return f"\n[[{found['marker']} end {found['name']}]]"


def _between(text, begin, end_of):
    """(name, start, stop) of each field, up to the first place that ends it; fields without an end are passed over."""
    fields, at = [], 0
    for _ in range(_MOST_FIELDS):
        found = begin.search(text, at)
        if not found:
            break
        end = end_of(found)
        stop = text.find(end, found.end() - 1)
        if stop >= 0:
            fields.append((found["name"], found.end(), stop))
        at = stop + len(end) if stop >= 0 else found.end()
    return fields


def _without(text, fields):
    kept, at = [], 0
    for _, start, stop in fields:
        kept.append(text[at:start])
        at = max(stop, start)
    return "".join([*kept, text[at:]])


def _part(name):
    root, _, leaf = name.partition(".")
    if root == "judgement":
        return "judgement"
    if _EXPECTED.search(root):
        return "expected"
    if _ANSWER.fullmatch(root.rstrip("s")):
        return "answer"
    for part, pattern in (("context", _CONTEXT), ("expected", _EXPECTED), ("answer", _ANSWER)):
        if pattern.search(leaf or root):
            return part
    return "question"
