"""Markdown of strangers: what is shown, what is refused, and how long the worst text takes."""

import time
from html.parser import HTMLParser

import pytest
from django.utils.safestring import SafeString
from hypothesis import given, settings
from hypothesis import strategies as st

from evalhub.lib import markdown
from evalhub.lib.markdown import MAX_CHARACTERS, render

REL = 'rel="noopener noreferrer nofollow"'


class Tags(HTMLParser):
    """Collects the elements of a piece of HTML as (name, attributes)."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_everyday_markdown_tables_directions_and_headings():
    html = render("*a* **b** ~~c~~ `d`\n\n- e\n\n3. f\n\n> g\n\n```python\nh < i\n```")
    assert isinstance(html, SafeString)
    assert "<em>a</em> <strong>b</strong> <s>c</s> <code>d</code>" in html
    assert '<ul dir="auto">\n<li>e</li>\n</ul>' in html
    assert '<ol start="3" dir="auto">' in html
    assert '<blockquote dir="auto">\n<p>g</p>\n</blockquote>' in html
    assert '<pre tabindex="0"><code>h &lt; i\n</code></pre>' in html

    html = render("| a | b |\n| - | -: |\n| 1 | 2 |")
    assert '<table dir="auto" tabindex="0">' in html and "<th>a</th>" in html and "<td>2</td>" in html
    assert "style" not in html

    html = render("\u05e9\u05dc\u05d5\u05dd\n\nHello\n\n> a\n>\n> - b")
    assert html.count('<p dir="auto">') == 2
    assert '<blockquote dir="auto">\n<p>a</p>\n<ul>' in html  # what has a direction of its own tells its block none

    assert render("first\nsecond") == '<p dir="auto">first<br>\nsecond</p>\n'

    assert render("# a\n\n## b\n\n##### c") == ('<h3 dir="auto">a</h3>\n<h4 dir="auto">b</h4>\n<h5 dir="auto">c</h5>\n')
    assert render("# a", heading_shift=1) == '<h2 dir="auto">a</h2>\n'


def test_links_show_their_host_once():
    html = render("[our bank](https://user@evil.example:8443/login?a=1)")
    assert REL in html and 'target="_blank"' in html
    assert '>our bank</a> <span class="link-host">(evil.example)</span>' in html

    html = render("<https://good.example/a>")
    assert ">https://good.example/a</a>" in html
    assert "link-host" not in html


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "&#106;avascript:alert(1)",
        "java\tscript:alert(1)",
        "vbscript:x",
        "data:text/html,<script>alert(1)</script>",
        "data:image/png;base64,AAAA",
        "file:///etc/passwd",
        "/accounts/logout/",
        "//evil.example/",
        "#fragment",
        "http:",
        "https:///path",
        "http://[::1",
        "https://long.example/" + "a" * 3_000,
    ],
)
def test_other_addresses_are_no_links(url):
    html = render(f"[click]({url}) <{url}>")

    assert "<a" not in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<b onclick=alert(1)>bold</b>",
        '<a href="javascript:alert(1)">x</a>',
        "<svg/onload=alert(1)>",
        "<!-- comment --><style>*{display:none}</style>",
        "<div><div><p><iframe src=https://evil.example></iframe>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    ],
)
def test_html_is_shown_as_text(text):
    html = render(text)

    assert {tag for tag, _ in Tags(html).found} <= {"p", "br"}
    assert "&lt;" in html


def test_images_fences_references_and_long_texts_are_safe():
    html = render("![tracker](https://evil.example/pixel.png)")
    assert "<img" not in html
    assert "(evil.example)" in html

    html = render('```"><script>alert(1)</script>\nx\n```')
    assert html == '<pre tabindex="0"><code>x\n</code></pre>\n'

    html = render("[a]: https://evil.example/\n\n[a] [b][a]")
    assert "<a" not in html
    assert "[a]: https://evil.example/" in html

    html = render("word " * 200_000)
    assert "Shown are the first 50,000 of 1,000,000 characters." in html
    assert len(html) < MAX_CHARACTERS + 1_000


@pytest.mark.parametrize("depth", [12, 30, 5_000])
@pytest.mark.parametrize("shape", ["quotes", "lists"])
def test_nothing_is_dropped_for_being_nested(shape, depth):
    nested = "> " * depth + "treasure" if shape == "quotes" else "- " * depth + "treasure"

    html = render(nested)

    assert "treasure" in html


def test_text_nested_too_deeply_is_shown_plain():
    html = render(">" * 40 + "<b>treasure")

    assert '<pre class="markdown-plain" tabindex="0">' in html
    assert "&lt;b&gt;treasure</pre>" in html
    assert "Nested too deeply to be formatted." in html


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["[", "![", "[a](", "*a ", "**a*", "*_", "`a``", "> - ", "<http:", "<http://a>", "|a|\n|-|\n", "a\n=\n", "\\", "&"],
)
def test_the_worst_text_takes_bounded_time(piece):
    text = (piece * 1_000_000)[:1_000_000]
    started = time.process_time()

    html = render(text)

    assert time.process_time() - started < 15
    assert len(html) < 3_000_000


@pytest.mark.slow
def test_wide_tables_do_not_explode():
    columns = 12_000
    text = "|" + "a|" * columns + "\n|" + "-|" * columns + "\n" + "|\nx\n" * columns

    assert len(render(text)) < 3_000_000


MARKUP = st.lists(
    st.sampled_from(
        ["[", "](", ")", "<", ">", "javascript:", "http://", "https://e.example/", '"', "'", "&#", ";", "\n", "    "]
        + ["`", "```", "*", "_", "|", "-", "#", "!", "onerror=", "<script>", "<a href=", "\\", "\x00", "\u202e", "x"]
    ),
    max_size=40,
).map("".join)


@settings(deadline=None)
@given(st.one_of(MARKUP, st.text()))
def test_any_text_gives_only_allowed_html(text):
    html = render(text)

    for tag, attributes in Tags(html).found:
        assert tag in markdown._TAGS
        assert set(attributes) <= {"href", "rel", "target", "class", "start", "dir", "tabindex"}
        if tag == "a":
            assert attributes["href"].startswith(("http://", "https://"))
            assert attributes["rel"] == "noopener noreferrer nofollow"
