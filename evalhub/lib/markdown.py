"""Markdown from people and models as safe HTML: no raw HTML, no images, every link with its host in sight."""

from html import escape

import nh3
from django.utils.safestring import SafeString

from evalhub.lib.markdown_parser import MAX_CHARACTERS, MAX_NESTING, host_of, make_parser
from evalhub.lib.markdown_places import PLACED, place
from evalhub.lib.traced import Traced

_TAGS = {
    "a", "blockquote", "br", "code", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "s", "span", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_BLOCKS = {"blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "table", "ul"}
_ATTRIBUTES = {tag: {"dir"} for tag in _BLOCKS} | {
    "a": {"href"},
    "ol": {"dir", "start"},
    "span": {"data-at", "data-to"},
}
# What is wider than the page scrolls by itself, so it takes the focus.
_SET = {"a": {"target": "_blank"}, "pre": {"tabindex": "0"}, "table": {"tabindex": "0"}}
_CLASSES = {"span": {"link-host"}, "p": {"markdown-note"}, "pre": {"markdown-plain"}}

_AROUND = {
    "text": ("", ""),
    "text_special": ("", ""),
    "code_inline": ("<code>", "</code>"),
    "code_block": ("<pre><code>", "</code></pre>\n"),
    "mathematics_block": ("", ""),
    "fence": ("<pre><code>", "</code></pre>\n"),
}  # what stands around the words of a token


def render(text: str | Traced, *, heading_shift: int = 2) -> SafeString:
    """Sanitized HTML of a text of any origin; headings start `heading_shift` levels down, below the page's own,
    and leave no level out. Of a Traced text every word has its place, as in `Traced.html`.

    Text beyond `MAX_CHARACTERS` is left out and a note says so; text nested too deeply is shown unformatted.
    The time is bounded by the length: about 2 s for the worst text of full length, milliseconds for usual ones.
    """
    source = text if isinstance(text, Traced) else None
    written = text.text if isinstance(text, Traced) else text
    shown = written[:MAX_CHARACTERS]
    tokens = _parser.parse(shown)
    if any(token.level >= MAX_NESTING - 1 for token in tokens):
        plain = escape(shown) if source is None else source[:MAX_CHARACTERS].html
        html = f'<pre class="markdown-plain">{plain}</pre>{_note("Nested too deeply to be formatted.")}'
    else:
        if source is not None:
            place(tokens, source)
        # The highest level in use becomes the first below `shift`, the next one the second: no level is left out.
        headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
        levels = sorted({token.tag for token in headings})
        for token in headings:
            token.tag = f"h{min(6, levels.index(token.tag) + 1 + heading_shift)}"
        _set_directions(tokens)
        html = _parser.renderer.render(tokens, _parser.options, {})
    if len(written) > len(shown):
        html += _note(f"Shown are the first {len(shown):,} of {len(written):,} characters.")
    return SafeString(_sanitize(html))


def _make_parser():
    parser = make_parser()
    parser.add_render_rule("link_close", _close_link)
    for name in _AROUND:
        parser.add_render_rule(name, _draw)
    return parser


def _draw(renderer, tokens, index, options, env):
    """The words of a token, with their places where they are known."""
    token = tokens[index]
    before, after = _AROUND[token.type]
    html = token.meta[PLACED].html if PLACED in token.meta else escape(token.content)
    return before + (html.replace("\n", "<br>\n") if token.type == "mathematics_block" else html) + after


def _close_link(renderer, tokens, index, options, env):
    """Ends a link and names its host, unless the link's text is the address itself."""
    opening = index - 1
    while tokens[opening].type != "link_open":
        opening -= 1
    if tokens[opening].markup == "autolink":
        return "</a>"
    return f'</a> <span class="link-host">({escape(host_of(tokens[opening].attrGet("href")))})</span>'


def _set_directions(tokens):
    """Each block of the top level finds its own direction; what lies inside of it follows."""
    for token in tokens:
        if token.level == 0 and token.nesting == 1 and token.tag in _BLOCKS:
            token.attrSet("dir", "auto")


def _note(text):
    return f'<p class="markdown-note">{text}</p>'


def _sanitize(html):
    return nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        allowed_classes=_CLASSES,
        url_schemes={"http", "https"},
        set_tag_attribute_values=_SET,
        link_rel="noopener noreferrer nofollow",
    )


_parser = _make_parser()
