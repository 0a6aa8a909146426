"""The colours of static/css/tokens.css, for what is drawn without a browser."""

import functools
import math
import re
from pathlib import Path

TOKENS = Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css"
THEMES = ("light", "dark")
Colour = tuple[float, float, float]


@functools.cache
def read_tokens() -> dict[str, dict[str, Colour]]:
    """theme -> token -> (lightness, chroma, hue) of every light-dark() pair of opaque colours."""
    themes: dict[str, dict[str, Colour]] = {theme: {} for theme in THEMES}
    for name, pair in re.findall(r"--([\w-]+): light-dark\((oklch\(.*)\);", TOKENS.read_text()):
        colours = re.findall(r"oklch\(([^)]*)\)", pair)
        for theme, colour in zip(THEMES, colours, strict=True):
            if "/" not in colour:
                lightness, chroma, hue = map(float, colour.split())
                themes[theme][name] = (lightness, chroma, hue)
    return themes


@functools.cache
def read_aliases() -> dict[str, str]:
    """token -> the token that it stands for."""
    return dict(re.findall(r"--([\w-]+): var\(--([\w-]+)\);", TOKENS.read_text()))


def linear_rgb(colour: Colour) -> Colour:
    """Linear sRGB of an oklch colour, by the matrices of Ottosson's Oklab; may lie outside 0 to 1."""
    lightness, chroma, hue = colour
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def as_hex(colour: Colour) -> str:
    """`#4636b8`; what lies outside of sRGB is held at its edge."""
    return "#" + "".join(f"{round(255 * _encoded(part)):02x}" for part in linear_rgb(colour))


def grey_of(colour: str) -> str:
    """`#858585`: as bright as this `#rrggbb`, by the weights of Rec. 709."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + f"{round(0.2126 * red + 0.7152 * green + 0.0722 * blue):02x}" * 3


def _encoded(part):
    part = min(1.0, max(0.0, part))
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
