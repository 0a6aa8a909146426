"""Only plain relative names pass, and they stay inside."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.jobs.plain_names import MAX_DEPTH, NotPlain, plain_parts

ODD_TEXT = st.text(alphabet=st.sampled_from(list("ab./\\\0\n ~é\ud800")), max_size=12)


def test_plain_names_are_split():
    for name, parts in [
        ("a.json", ("a.json",)),
        ("data/plot 1.json", ("data", "plot 1.json")),
        ("..a/.b", ("..a", ".b")),
        ("größe.md", ("größe.md",)),
    ]:
        assert plain_parts(name) == parts, (name, parts)


def test_names_that_lead_elsewhere_or_too_deep_are_refused():
    for name in [
        "",
        ".",
        "..",
        "../x",
        "a/../x",
        "a/./x",
        "./a",
        "/etc/hosts",
        "//a",
        "a//b",
        "a/",
        "a\\b",
        "a\0b",
        "a\nb",
        "\ud800",
        "\u202ea",
        "x" * 256,
        "é" * 128,
        None,
        5,
    ]:
        with pytest.raises(NotPlain, match="Valid: a plain relative name"):
            plain_parts(name)

    assert len(plain_parts("/".join("a" * MAX_DEPTH))) == MAX_DEPTH
    with pytest.raises(NotPlain, match="deeper than 8"):
        plain_parts("/".join("a" * (MAX_DEPTH + 1)))


@given(name=ODD_TEXT | st.text(max_size=30))
def test_accepted_names_stay_inside(name):
    try:
        parts = plain_parts(name)
    except NotPlain:
        return

    assert "/".join(parts) == name == os.path.normpath(name)
    assert os.path.normpath(f"/job/{name}") == f"/job/{name}"
