"""The colours of tokens.css, computed: text 4.5:1 and signs 3:1 in both themes, data hues apart for every eye."""

import itertools
import math

import pytest

from evalhub.lib.colours import THEMES, linear_rgb, read_tokens

GROUNDS = ["surface", "surface-sunken", "surface-raised", "paper", "surface-float"]
TONES = ["accent", "positive", "caution", "negative", "info"]
FILLS = ["accent-fill", "accent-fill-hover", "negative-fill", "negative-fill-hover"]
HUES = range(1, 9)
LEAST_HUE_DISTANCE = 0.09

# Linear RGB as seen without the named cones: Machado, Oliveira and Fernandes (2009), severity 1.
VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def oklab(rgb):
    """Oklab of linear sRGB; distances in it are about equal to the eye."""
    red, green, blue = rgb
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def within(rgb):
    return tuple(min(1.0, max(0.0, part)) for part in rgb)


def luminance(colour):
    red, green, blue = within(linear_rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """The ratio of WCAG 2.2, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def seen(colour, vision):
    rgb = within(linear_rgb(colour))
    return oklab(within(tuple(sum(w * part for w, part in zip(row, rgb, strict=True)) for row in VISION[vision])))


def text_pairs():
    inks = ["ink", "ink-muted", *TONES]
    pairs = list(itertools.product(inks, GROUNDS))
    for tone in TONES:
        pairs += [(tone, f"{tone}-soft"), ("ink", f"{tone}-soft"), ("ink-muted", f"{tone}-soft")]
    pairs += [
        ("on-fill", fill) for fill in ("accent-fill", "accent-fill-hover", "negative-fill", "negative-fill-hover")
    ]
    pairs += [(f"data-{n}-ink", f"data-{n}") for n in HUES]
    pairs += [("heat-low-ink" if n <= 4 else "heat-high-ink", f"heat-{n}") for n in range(1, 7)]
    return pairs


def sign_pairs():
    pairs = list(itertools.product(["line-control", "focus"], GROUNDS))
    return pairs + list(itertools.product([f"data-{n}" for n in HUES], ["surface", "surface-raised", "paper"]))


@pytest.mark.parametrize("theme", THEMES)
def test_text_keeps_four_and_a_half_to_one(theme):
    tokens = read_tokens()[theme]

    weak = {pair: contrast(tokens[pair[0]], tokens[pair[1]]) for pair in text_pairs()}

    assert {pair: round(ratio, 2) for pair, ratio in weak.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_controls_focus_and_marks_keep_three_to_one(theme):
    tokens = read_tokens()[theme]

    weak = {pair: contrast(tokens[pair[0]], tokens[pair[1]]) for pair in sign_pairs()}

    assert {pair: round(ratio, 2) for pair, ratio in weak.items() if ratio < 3} == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", VISION)
def test_data_hues_stay_apart_for_every_eye(theme, vision):
    tokens = read_tokens()[theme]
    places = {n: seen(tokens[f"data-{n}"], vision) for n in HUES}

    near = {(m, n): math.dist(places[m], places[n]) for m, n in itertools.combinations(HUES, 2)}

    assert {pair: round(gap, 3) for pair, gap in near.items() if gap < LEAST_HUE_DISTANCE} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_exists_on_an_ordinary_screen(theme):
    tokens = read_tokens()[theme]

    outside = [name for name, colour in tokens.items() if max(map(abs, linear_rgb(colour))) > 1.003]

    assert outside == []


@pytest.mark.parametrize("theme", THEMES)
def test_the_paper_is_the_brightest_ground_of_a_page(theme):
    tokens = read_tokens()[theme]

    ordered = sorted(["surface-sunken", "surface", "surface-raised", "paper"], key=lambda name: tokens[name][0])

    assert ordered == ["surface-sunken", "surface", "surface-raised", "paper"]


def test_black_on_white_is_twenty_one_to_one():
    assert contrast((1, 0, 0), (0, 0, 0)) == pytest.approx(21, abs=0.01)
