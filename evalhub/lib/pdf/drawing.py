"""The parts of a chart's drawing, placed and coloured: what document.typ draws."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from evalhub.lib.charts import Chart
from evalhub.lib.pdf import style
from evalhub.lib.pdf.direction import is_rtl

LEFT, RIGHT = 44.0, 84.0  # pixels beside the places of a plot, as charts.css leaves them
NAMESPACE = re.compile(r"\{[^}]*\}")
STEP = re.compile(r"([MLZ])([^MLZ]*)")
NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")


@dataclass(frozen=True)
class Frame:
    """Where the coordinates of a group lie: origin and scale in pixels, and the room that shares are of."""

    x: float
    y: float
    width: float
    height: float
    across: float = 1.0
    down: float = 1.0

    def point(self, x: float, y: float) -> list[float]:
        return [round(self.x + x * self.across, 2), round(self.y + y * self.down, 2)]

    def at(self, node: Element, x: str = "x", y: str = "y") -> list[float]:
        return self.point(_length(node.get(x), self.width), _length(node.get(y), self.height))

    def inside(self, node: Element) -> "Frame":
        """Of a drawing in the drawing; one with a view box of its own is stretched."""
        x, y = self.at(node)
        box = node.get("viewBox")
        if box is None:
            return replace(self, x=x, y=y)
        _left, _top, width, height = map(float, box.split())
        wide, high = _length(node.get("width"), self.width), _length(node.get("height"), self.height)
        return Frame(x, y, width, height, wide / width, high / height)


def parts_of(chart: Chart, width: float) -> dict[str, Any]:
    """{"width", "height", "parts"} in pixels, for a drawing so wide."""
    root = ElementTree.fromstring(chart.svg)
    classes = set(root.get("class", "").split())
    sides = [side if name in classes else 0.0 for name, side in (("left", LEFT), ("right", RIGHT))]
    room = Frame(sides[0], 0.0, width - sum(sides), float(root.get("height", "0")))
    return {"width": width, "height": room.height, "parts": list(_inside(root, room, [("svg", classes)], {}))}


def description_of(chart: Chart) -> str:
    """What the drawing says to who does not see it."""
    return ElementTree.fromstring(chart.svg).findtext("desc") or chart.finding


def _inside(node, frame, way, inherited):
    for child in node:
        tag = NAMESPACE.sub("", child.tag)
        here = [*way, (tag, set(child.get("class", "").split()))]
        properties = style.of(here, inherited)
        if tag == "svg":
            yield from _inside(child, frame.inside(child), here, properties)
        elif tag in ("g", "a"):
            yield from _inside(child, frame, here, properties)
        elif tag in DRAWN:
            yield from DRAWN[tag](child, frame, properties)


def _line(node, frame, properties) -> Iterator[dict[str, Any]]:
    yield {"kind": "shape", "points": [frame.at(node, "x1", "y1"), frame.at(node, "x2", "y2")]} | _stroke(properties)


def _rect(node, frame, properties):
    (x, y), wide = frame.at(node), _length(node.get("width"), frame.width) * frame.across
    high = _length(node.get("height"), frame.height) * frame.down
    points = [[x, y], [round(x + wide, 2), y], [round(x + wide, 2), round(y + high, 2)], [x, round(y + high, 2)]]
    yield {"kind": "shape", "points": points, "closed": True} | _painted(properties)


def _circle(node, frame, properties):
    found = {"kind": "circle", "at": frame.at(node, "cx", "cy"), "radius": float(node.get("r", "0"))}
    yield found | _painted(properties)


def _path(node, frame, properties):
    points, is_closed = [], False
    for step, numbers in STEP.findall(node.get("d", "")):
        values = list(map(float, NUMBER.findall(numbers)))
        points += [frame.point(*pair) for pair in zip(values[::2], values[1::2], strict=True)]
        is_closed = is_closed or step == "Z"
    fill = {} if node.get("fill") == "none" else _fill(properties)
    yield {"kind": "shape", "points": points, "closed": is_closed} | fill | _stroke(properties)


def _text(node, frame, properties):
    words = "".join(node.itertext())
    if not words or properties.get("display") == "none":
        return
    x, y = frame.at(node)
    found = {
        "kind": "text",
        "words": words,
        "at": [x + float(node.get("dx", "0")), y],
        "anchor": properties.get("text-anchor", "start"),
        "size": float(properties.get("font-size", "12px").removesuffix("px")),
        "weight": int(properties.get("font-weight", "400")),
        "rtl": is_rtl(words),
        "halo": "stroke" in properties,
    }
    yield found | _fill(properties)


DRAWN = {"line": _line, "rect": _rect, "circle": _circle, "path": _path, "text": _text}


def _painted(properties):
    return _fill(properties) | _stroke(properties)


def _fill(properties):
    fill = properties.get("fill", "#000000")
    opacity = float(properties.get("fill-opacity", 1)) * float(properties.get("opacity", 1))
    return {} if fill in ("none", "transparent") else {"fill": fill, "opacity": opacity}


def _stroke(properties):
    if properties.get("stroke", "none") == "none":
        return {}
    dashes = list(map(float, properties.get("stroke-dasharray", "").split()))
    width = float(properties.get("stroke-width", "1").removesuffix("px"))
    opacity = float(properties.get("stroke-opacity", 1)) * float(properties.get("opacity", 1))
    return {"stroke": properties["stroke"], "thickness": width, "dashes": dashes, "stroke_opacity": opacity}


def _length(text, room):
    """A coordinate in pixels; shares are of the room."""
    if text is None:
        return 0.0
    return float(text[:-1]) / 100 * room if text.endswith("%") else float(text)
