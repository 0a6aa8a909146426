"""Where the words of parsed Markdown stand: each token that is drawn gets them as a `Traced` text in its `meta`.

The parser notes places of lines only. Here the inline parser notes those of its tokens, and the lines of a block are
laid beside those of the text. Where the two do not fit, words have no place rather than a wrong one.
"""

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from evalhub.lib.traced import Traced

PLACED = "traced"
_LINED = {"inline": 0, "code_block": 0, "fence": 1, "mathematics_block": 0}  # the line of a token's map it begins at
_MARKS = set(" \t>-+*.)0123456789")  # of quotes and lists, before what lies in them


class PlacingInline(ParserInline):
    """The inline parser; tokens say in `meta["at"]` where in the content they begin."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        if not src:  # tables may have tens of thousands of empty cells
            return tokens
        state = _PlacingState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens

    def skipToken(self, state: StateInline) -> None:
        """As the parser's own, which looks at its rules and options before it looks whether it has been here."""
        known = state.cache.get(state.pos)
        if known is None:
            super().skipToken(state)
        else:
            state.pos = known


class _PlacingState(StateInline):
    pending_at = 0
    newest = None  # (position of the parser, token) of the token pushed last

    def append_pending(self, text):
        if not self.pending:
            self.pending_at = self.pos
        super().append_pending(text)

    def pushPending(self):
        token = super().pushPending()
        token.meta["at"] = self.pending_at
        return token

    def push(self, ttype, tag, nesting):
        token = super().push(ttype, tag, nesting)
        at = self.pos
        if self.newest is not None and self.newest[0] == self.pos:  # one run of markers, a token for each
            at = self.newest[1].meta["at"] + len(self.newest[1].content)
        token.meta["at"] = at
        self.newest = (self.pos, token)
        return token


def place(tokens: Sequence[Token], source: Traced) -> None:
    """Give every token that holds words its Traced; `tokens` were parsed from the text of `source`."""
    lines = _Lines(source)
    row = []
    for index, token in enumerate(tokens):
        if token.type == "tr_open":
            row = lines.cells(_line_of(token), _cells_after(tokens, index))
        if token.type not in _LINED:
            continue
        opening = tokens[index - 1]
        if opening.type in ("td_open", "th_open"):
            content = row.pop(0)
        elif opening.type == "heading_open" and opening.markup.startswith("#"):
            content = lines.heading(token.content, _line_of(token), len(opening.markup))
        else:
            first = _line_of(opening if token.map is None else token) + _LINED[token.type]
            content = lines.block(token.content, first, skips_blank=token.type == "inline")
        token.meta[PLACED] = content
        _place_children(token.children or (), content)


def _line_of(token):
    return token.map[0]


def _cells_after(tokens, index):
    """The contents of the cells of a row."""
    found = []
    while tokens[index].type != "tr_close":
        if tokens[index].type == "inline":
            found.append(tokens[index].content)
        index += 1
    return found


def _place_children(children, content):
    for number, child in enumerate(children):
        if not child.content:
            continue
        start = child.meta["at"]
        if child.type == "code_inline":
            start += len(child.markup)
            inside = content.text[start : start + len(child.content)].replace("\n", " ")
            start += inside != child.content  # one blank on each side belongs to the marks
            stretch = content[start : start + len(child.content)]
            child.meta[PLACED] = Traced(child.content, stretch.starts, stretch.ends)
            continue
        before = children[number - 1]
        if (before.type, before.markup) == ("link_open", "autolink"):
            start += 1
            stretch = content[start : content.text.index(">", start)]
        else:
            stretch = content[start : start + len(child.markup or child.content)]
        same = stretch.text == child.content
        child.meta[PLACED] = stretch if same else Traced.whole(child.content, stretch.starts[0], stretch.ends[-1])


class _Lines:
    """The lines of a text, to find those of blocks in."""

    def __init__(self, source):
        self.source = source
        self.places = []
        start = 0
        for line in source.text.split("\n"):
            self.places.append((start, start + len(line)))
            start += len(line) + 1

    def block(self, content, first, *, skips_blank):
        """A content whose lines end as those of the text do, from the line `first` on."""
        while skips_blank and first < len(self.places) and not self._line(first).strip():
            first += 1
        found = []
        for number, line in enumerate(content.split("\n"), start=first):
            if number > first:
                feed = self.places[number - 1][1]
                found.append(self.source[feed : feed + 1] if feed < len(self.source.text) else Traced.added("\n"))
            found.append(self._ending_alike(line, number))
        return Traced.joined(found)

    def heading(self, content, number, level):
        """The content of a heading, behind its marks."""
        begin, stop = self.places[number]
        at = self.source.text.find("#" * level, begin, stop) + level
        at = self.source.text.find(content, at, stop) if content else at
        return self._cut(content, at)

    def cells(self, number, contents):
        """The contents of the cells of a row, one after the other; before it may stand the marks of what it lies in."""
        begin, stop = self.places[number]
        for at in range(begin, stop):
            row = self._row(contents, at, stop)
            if row:
                return row
            if self.source.text[at] not in _MARKS:
                break
        return [Traced.added(content) for content in contents]

    def _row(self, contents, at, stop):
        """The cells from `at` on, None where they do not stand there."""
        text, row = self.source.text, []
        for content in contents:
            while content and at < stop and text[at] in "| \t":
                at += 1
            cell = []
            for character in content:
                escapes = character == "|" and text.startswith("\\|", at)
                if not escapes and (at >= stop or text[at] != character):
                    return None
                end = at + 1 + escapes
                cell.append(Traced.whole(character, self.source.starts[at], self.source.ends[end - 1]))
                at = end
            row.append(Traced.joined(cell))
        return row

    def _line(self, number):
        begin, stop = self.places[number]
        return self.source.text[begin:stop]

    def _ending_alike(self, line, number):
        if number >= len(self.places):
            return Traced.added(line)
        begin, _stop = self.places[number]
        own = self._line(number)
        shift = len(own.rstrip()) - len(line.rstrip())
        if own[max(shift, 0) :].startswith(line) and shift >= 0:
            return self.source[begin + shift : begin + shift + len(line)]
        # A tab may have become blanks.
        return Traced.joined(
            [
                self._cut(character, begin + index if 0 <= index < len(own) else -1)
                for index, character in enumerate(line, start=shift)
            ]
        )

    def _cut(self, content, at):
        found = self.source[at : at + len(content)] if at >= 0 else None
        return found if found is not None and found.text == content else Traced.added(content)
