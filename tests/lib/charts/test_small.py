"""Drawings for a cell of a table: what they say, and where their marks lie."""

from collections import Counter

from evalhub.lib.charts.small import day_bars, histogram, strip, tenth_of


def test_small_pictures_say_their_numbers():
    assert [tenth_of(value) for value in (0, 0.099, 0.1, 0.95, 1)] == [0, 0, 1, 9, 9]

    counts = Counter(map(tenth_of, [0.05, 0.72, 0.75]))
    svg = histogram(counts, title="Scores", height=36, median=0.72)
    assert "0.0 to 0.1: 1; 0.7 to 0.8: 2" in svg and svg.count("<rect") == 2
    assert 'x1="72%"' in svg and svg.count('class="whisker"') == 1
    assert 'class="whisker"' not in histogram(counts, title="Scores", height=36)

    several, alone = strip(0.5, [0.25, None, 0.75], "Half"), strip(0.5, [0.5], "Half")
    assert several.count('class="strip-mark"') == 2 and 'x1="25%" x2="75%"' in several
    assert "strip-mark" not in alone and 'x1="50%" x2="50%"' in alone

    svg = day_bars([0, 4])
    assert 'class="bar rest"' in svg and 'height="24"' in svg and "0, 4" in svg
