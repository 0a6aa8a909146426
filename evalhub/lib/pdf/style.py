"""What static/css/charts.css gives the parts of a drawing, in the light theme, for drawings on paper.

It reads the rules of `.chart-svg` alone: names of elements and classes, `:is()`, `:not()` and parents; what stands in a
query of the medium or the room is left out.
"""

import functools
import re
from dataclasses import dataclass

from evalhub.lib import colours

CHARTS = colours.TOKENS.parent / "charts.css"
QUERY = re.compile(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMMA = re.compile(r",\s*(?![^()]*\))")
PARENT = re.compile(r"\s*>\s*|\s+(?![^()]*\))")
VARIABLE = re.compile(r"var\(--([\w-]+)(?:,\s*(.+))?\)$")
SIZES = {"text-12": "12px", "text-13": "13px", "text-14": "14px", "normal": "400", "medium": "500", "bold": "700"}
ROOT = ".chart-svg "


@dataclass(frozen=True)
class Compound:
    """One part of a selector: a name, classes that must be there, lists of which one must match or none may."""

    tag: str
    classes: frozenset[str]
    any_of: tuple["Compound", ...] = ()
    none_of: tuple["Compound", ...] = ()

    @property
    def weight(self) -> int:
        lists = (self.any_of, self.none_of)
        return 10 * len(self.classes) + bool(self.tag) + sum(max((c.weight for c in each), default=0) for each in lists)

    def matches(self, tag: str, classes: set[str]) -> bool:
        return (
            self.tag in ("", tag)
            and self.classes <= classes
            and (not self.any_of or any(each.matches(tag, classes) for each in self.any_of))
            and not any(each.matches(tag, classes) for each in self.none_of)
        )


@dataclass(frozen=True)
class Rule:
    path: tuple[Compound, ...]
    properties: dict[str, str]

    def matches(self, way: list[tuple[str, set[str]]]) -> bool:
        """`way`: (tag, classes) from the root of the drawing down to the element."""
        *parents, own = self.path
        if not own.matches(*way[-1]):
            return False
        return not parents or any(parents[-1].matches(*each) for each in way[:-1])


def of(way: list[tuple[str, set[str]]], inherited: dict[str, str]) -> dict[str, str]:
    """The properties of an element; colours as #rrggbb, sizes in pixels. `inherited` are those of its parent."""
    found = {name: value for name, value in inherited.items() if name in INHERITED}
    for rule in rules():
        if rule.matches(way):
            found |= rule.properties
    return {name: _resolved(value, found) for name, value in found.items()}


INHERITED = ("--hue", "fill", "font-size", "font-weight", "text-anchor")


@functools.cache
def rules() -> tuple[Rule, ...]:
    """Those of drawings, the weaker ones first."""
    text = re.sub(r"/\*.*?\*/", "", CHARTS.read_text(), flags=re.DOTALL)
    found = []
    for selectors, body in RULE.findall(QUERY.sub("", text)):
        properties = dict(re.findall(r"([\w-]+):\s*([^;]+);?", body))
        for selector in COMMA.split(selectors.strip()):
            if selector.startswith(ROOT) and ":hover" not in selector:
                path = tuple(map(_compound, PARENT.split(selector.removeprefix(ROOT).strip())))
                found.append(Rule(path, properties))
    return tuple(sorted(found, key=lambda rule: sum(part.weight for part in rule.path)))


def _compound(text):
    lists: dict[str, tuple[Compound, ...]] = {"is": (), "not": ()}
    for kind, inside in re.findall(r":(is|not)\(([^)]*)\)", text):
        lists[kind] += tuple(map(_compound, re.split(r",\s*", inside)))
    plain = re.sub(r":\w+\([^)]*\)", "", text)
    tag, *classes = plain.split(".")
    return Compound(tag, frozenset(classes), lists["is"], lists["not"])


def _resolved(value, properties):
    match = VARIABLE.match(value)
    if match is None:
        return value
    name, fallback = match[1], match[2]
    known = properties.get(f"--{name}") or SIZES.get(name) or _colour(name)
    return _resolved(known or fallback or "", properties)


def _colour(token):
    found = colours.read_tokens()["light"].get(colours.read_aliases().get(token) or token)
    return found and colours.as_hex(found)
