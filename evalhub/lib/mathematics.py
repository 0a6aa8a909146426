r"""A plug-in of the Markdown parser that leaves mathematics alone: `$x_1*y$`, `$$…$$`, `\(…\)` and `\[…\]` stay text.

Nothing is typeset. Without this, the `_`, `*` and `\` of a formula would be read as emphasis and escapes, and the
reader would judge a formula that nobody wrote. The rule for `$` is Pandoc's: no blank after the first, none before the
last, and no digit after it, so that "$5 and $6" is money.
"""

import re

from markdown_it import MarkdownIt

_DOLLARS = re.compile(r"\$\$.+?\$\$|\$(?!\s)(?:\\.|[^$\\\n])+(?<!\s)\$(?!\d)", re.DOTALL)
LONGEST = 2_000  # characters of one formula
BRACKETS = {"\\(": "\\)", "\\[": "\\]"}
CLOSING = {"$$": "$$", "\\[": "\\]"}


def mathematics(parser: MarkdownIt) -> None:
    """Teach a MarkdownIt parser to leave formulas as they are."""
    parser.inline.ruler.before("escape", "mathematics", _inline)
    parser.block.ruler.before("fence", "mathematics", _block, {"alt": ["paragraph", "blockquote", "list"]})


def _inline(state, silent):
    start = state.pos
    last = min(state.posMax, start + LONGEST)
    end = _end_of_dollars(state.src, start, last) or _end_of_brackets(state.src, start, last)
    if not end:
        return False
    if not silent:
        for number, line in enumerate(state.src[start:end].split("\n")):
            if number:
                state.push("softbreak", "br", 0)
            state.push("text", "", 0).content = line
            state.pos += len(line) + 1
    state.pos = end
    return True


def _end_of_dollars(text, start, last):
    found = _DOLLARS.match(text, start, last) if text[start] == "$" else None
    return found.end() if found else 0


def _end_of_brackets(text, start, last):
    closing = BRACKETS.get(text[start : start + 2])
    found = text.find(closing, start + 3, last) if closing else -1
    return found + 2 if found >= 0 else 0


def _block(state, start, end, silent):
    """A formula that stands on lines of its own, from `$$` or `\\[` to the line that ends it."""
    if state.is_code_block(start):
        return False
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]].strip()
    closing = CLOSING.get(first[:2])
    if closing is None or (len(first) > 2 and closing in first[2:]):
        return False
    for line in range(start + 1, min(end, start + 60)):
        if state.sCount[line] < state.blkIndent:
            return False
        if state.src[state.bMarks[line] : state.eMarks[line]].rstrip().endswith(closing):
            return silent or _write(state, start, line + 1)
    return False


def _write(state, start, end):
    state.line = end
    state.push("paragraph_open", "p", 1).map = [start, end]
    state.push("mathematics_block", "", 0).content = state.getLines(start, end, state.blkIndent, False).strip()
    state.push("paragraph_close", "p", -1)
    return True
