"""Elements of SVG, escaped by the standard tree writer; no style attribute, so a strict page policy holds."""

from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element


class Svg(str):
    """Finished SVG text. Only `drawing` makes it, from a tree, so every label in it is already escaped."""

    __slots__ = ()

    def __html__(self):
        return self


def element(tag: str, *children: Element | str, **attributes: Any) -> Element:
    """One element; `class_` and `text_anchor` become `class` and `text-anchor`, numbers are written short."""
    node = ElementTree.Element(tag, {_name(name): _text(value) for name, value in attributes.items()})
    for child in children:
        if isinstance(child, str):
            node.text = (node.text or "") + _printable(child)
        else:
            node.append(child)
    return node


def drawing(
    title: str,
    description: str,
    height: float,
    *children: Element | str,
    width: float | str = "100%",
    linked: bool = False,
    class_: str = "",
) -> Svg:
    """The outermost element: as wide as its room (or `width` pixels), `height` pixels high, named for screen readers.

    A drawing with links in it is a group, since the parts of an image cannot be reached one by one.
    """
    root = element(
        "svg",
        element("title", title),
        element("desc", description),
        *children,
        class_=f"chart-svg {class_}".strip(),
        role="group" if linked else "img",
        width=width,
        height=height,
        aria_label=title,
    )
    return Svg(ElementTree.tostring(root, encoding="unicode"))


def label(words: str, x: float | str, y: float, class_: str) -> Element:
    return element("text", words, x=x, y=y, class_=class_)


def mark(kind: str, x: float | str, y: float, size: float = 5.5, hue: str = "") -> Element:
    """The mark of a judge: round for people, square for machines, diamond for programs, triangle for juries, round
    for the rest.

    `hue` tells several of one kind apart.
    """
    shapes = {
        "llm": element("rect", x=-size + 0.5, y=-size + 0.5, width=2 * size - 1, height=2 * size - 1, rx=1),
        "program": element("path", d=f"M0 {-size - 1}L{size + 1} 0L0 {size + 1}L{-size - 1} 0Z"),
        "jury": element("path", d=f"M0 {-size}L{size + 0.5} {size}L{-size - 0.5} {size}Z"),
    }
    shape = shapes.get(kind, element("circle", r=size))
    shape.set("class", f"mark {hue or kind}".strip())
    return element("svg", shape, x=x, y=y, overflow="visible")


def percent(share: float) -> str:
    """A share of the room's width, 0 to 1, as a coordinate."""
    return f"{_text(100 * share)}%"


def _name(name):
    return "class" if name == "class_" else name.replace("_", "-")


def _text(value):
    """Numbers with at most two decimals and without trailing zeros."""
    if not isinstance(value, float):
        return _printable(str(value))
    rounded = round(value, 2)
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.2f}".rstrip("0")


def _printable(text):
    """XML holds no control characters but tab and line ends; show others as the replacement sign."""
    if text.isprintable():
        return text
    return "".join(c if c >= " " or c in "\t\n\r" else "\N{REPLACEMENT CHARACTER}" for c in text)
