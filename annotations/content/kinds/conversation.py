"""Conversations turn by turn: long earlier turns and the work of tools are folded, the judged turn is outlined."""

from dataclasses import dataclass

from annotations.content import hidden_characters
from annotations.content.embedded_json import located, parsed, traced
from annotations.content.kinds import registry
from annotations.content.kinds.base import ContentKind, marked, offset
from annotations.content.kinds.text import formatted
from annotations.content.messages import messages
from evalhub.lib.traced import MarkedText

TURN_CHARACTERS = 10_000
FOLDED_LINES = 12
LINE_CHARACTERS = 100  # about one line of the page
EXCERPT = 120


@dataclass(frozen=True)
class ShownBlock:
    """One block of a turn: a formatted text, else a text as it is behind a fold that shows `line`, its first one."""

    kind: str
    name: str
    line: str
    marked: MarkedText
    left_out: int


@dataclass(frozen=True)
class Turn:
    """A turn; `number` counts from 1, `anchor` is its id. `line` is shown while it is folded."""

    number: int
    anchor: str
    role: str
    name: str
    blocks: tuple
    line: str
    n_lines: int
    is_judged: bool
    is_folded: bool


@dataclass(frozen=True)
class Turns:
    """The turns from one on; `rest` is how many turns lie before the next page, "" at the end."""

    turns: tuple
    total: int
    rest: str


@registry.register("conversation")
class Conversation(ContentKind):
    template = "annotations/content/conversation.html"
    more = "annotations/content/turns.html"
    order = 10

    def read(self, given):
        value = parsed(given.value)
        return None if value is None else messages(value)

    def messages(self, given):
        return self.read(given)

    def draw(self, given, found, at=""):
        found = messages(located(given.text)) or found
        start = offset(at, len(found))
        judged = _judged(found) if given.is_judged else None
        turns, left = [], given.room
        for index, message in enumerate(found[start:], start=start):
            size = sum(len(block.text) for block in message.blocks)
            if turns and left < min(size, TURN_CHARACTERS):
                break
            left -= min(size, TURN_CHARACTERS)
            is_last = index in (judged, len(found) - 1)
            turns.append(_turn(given, message, index + 1, is_judged=index == judged, stays_open=is_last))
        end = start + len(turns)
        return Turns(tuple(turns), total=len(found), rest=str(end) if end < len(found) else "")


def _judged(found):
    """The index of the last turn of the assistant that says something; None without one."""
    turns = [
        number
        for number, message in enumerate(found)
        if message.role == "assistant" and any(block.kind == "text" for block in message.blocks)
    ]
    return turns[-1] if turns else None


def _turn(given, message, number, *, is_judged, stays_open):
    text = message.text
    n_lines = sum(1 + len(line) // LINE_CHARACTERS for line in text.split("\n")) if text else 0
    return Turn(
        number=number,
        anchor=f"{given.anchor}-{number}",
        role=message.role,
        name=hidden_characters.made_visible(message.name),
        blocks=tuple(_shown(given, block) for block in message.blocks),
        line=first_line(text),
        n_lines=n_lines,
        is_judged=is_judged,
        is_folded=n_lines > FOLDED_LINES and not stays_open,
    )


def _shown(given, block):
    text = traced(block.text)[:TURN_CHARACTERS]
    if block.kind == "text":
        drawn = formatted(given, text, limit=TURN_CHARACTERS, heading_shift=4).marked
    else:
        drawn = marked(given, hidden_characters.shown(text))
    return ShownBlock(
        kind=block.kind,
        name=hidden_characters.made_visible(block.name),
        line=first_line(" ".join(block.text[:1_000].split()) if block.kind == "call" else block.text),
        marked=drawn,
        left_out=len(block.text) - len(text.text),
    )


def first_line(text):
    """The first line of a text that says something, as far as it fits on a line of the page."""
    line = text.lstrip()[: 4 * EXCERPT].partition("\n")[0].strip()
    return hidden_characters.made_visible(line if len(line) <= EXCERPT else f"{line[:EXCERPT]}…")
