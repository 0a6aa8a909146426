"""An item as it is drawn: its texts read as what they are, its answers in the reader's order, or all of it exactly."""

from dataclasses import dataclass, replace

from annotations.content.exact_text import ROOM, exact
from annotations.content.files import Directory, ShownFile, in_order, tree
from annotations.content.kinds import registry
from annotations.content.kinds.base import Given, offset
from annotations.content.kinds.conversation import first_line
from annotations.content.order import display_order
from evalhub.lib.errors import NotFound

VIEWS = ("rendered", "source")
EXACT = "annotations/content/exact.html"
SOURCE_ROOM = 300_000  # characters of all texts together in one page, exactly
FORMATTED_ROOM, LEAST_ROOM = 60_000, 2_000  # and formatted, which takes the server longer; no text gets less than this


@dataclass(frozen=True)
class Part:
    """One text of an item: `template` draws `content`, and `more` draws it in place of the link that fetched it.

    `number` is the place of an answer among those shown (from 1), 0 for an input; `field` is its stored name, as in
    evidence. `marks` counts the highlights in the text.
    """

    field: str
    title: str
    kind: str
    template: str
    more: str
    content: object
    is_output: bool = False
    number: int = 0
    marks: int = 0
    item_id: int | None = None
    view: str = "rendered"


@dataclass(frozen=True)
class Pane:
    """Everything `annotations/content/item.html` needs. `parts` are the inputs; `answers` stand in the reader's order.

    Texts that were read from files stand in the `directory`, None for an item without files.
    """

    view: str
    item_id: int | None
    parts: tuple
    answers: tuple
    directory: Directory | None = None

    @property
    def is_compared(self):
        return len(self.answers) > 1


def pane(shown, *, view="rendered", seed=0, highlights=(), only_marked=False):
    """The Pane of an `annotations.tasks.actions.item_content.ItemContent`.

    `seed` orders several answers (Assignment.display_seed; 0 is the stored order). `highlights` are
    `exact_text.Highlight`. `only_marked`: of files, the source view
    opens those with highlights. No statement is sent.
    """
    if view not in VIEWS:
        raise ValueError(f"There is no view {view!r}. Valid: {', '.join(VIEWS)}.")
    left = SOURCE_ROOM if view == "source" else FORMATTED_ROOM
    inputs, outputs = [], []
    of_files = {facts.field for facts in shown.files}
    for text, given in _given(shown):
        if text.field in of_files:
            continue
        if view == "source":
            drawn = _exact(shown, text, highlights, room=max(0, min(ROOM, left)))
            left -= drawn.content.room
        else:
            room = min(given.room, max(left, LEAST_ROOM))
            drawn = _formatted(shown, text, replace(given, room=room), highlights)
            left -= min(len(text.text), room)
        (outputs if text.is_output else inputs).append(drawn)
    order = display_order(len(outputs), seed)
    numbered = tuple(
        replace(outputs[index], number=number if len(outputs) > 1 else 0) for number, index in enumerate(order, start=1)
    )
    directory = _directory(shown, view, highlights, only_marked) if shown.files else None
    return Pane(view=view, item_id=shown.item_id, parts=tuple(inputs), answers=numbered, directory=directory)


def part(shown, field, *, at="", view="rendered", highlights=()):
    """One Part of an item from `at` on (as a content's `rest` says); NotFound for a text that the item has not."""
    for text, given in _given(shown):
        if text.field == field and view == "source":
            return _exact(shown, text, highlights, start=offset(at, len(text.text)))
        if text.field == field:
            return _formatted(shown, text, given, highlights, at)
    raise NotFound("This item has no such text.")


def file_part(facts, text, *, item_id=None, highlights=()):
    """The Part of a file on a page of its own, None for one that only stands exactly.

    `highlights` are those of this text. A file needs no item; with one, what there is no room for is fetched from it.
    """
    marks = tuple(highlights)
    given = Given(facts.field, text, text, room=FORMATTED_ROOM, format=facts.format, heading=1, highlights=marks)
    key, kind, found = read(given)
    if kind.is_exact:
        return None
    content = kind.draw(given, found)
    return Part(
        field=facts.field,
        title=facts.path,
        kind=key,
        template=kind.template,
        more=kind.more or kind.template,
        content=content,
        item_id=item_id,
    )


@dataclass(frozen=True)
class TurnPosition:
    """A turn of an item's first conversation: its number from 1, the id of its element, who speaks, its first words."""

    number: int
    anchor: str
    role: str
    line: str


def turns(shown):
    """The TurnPositions of an item's first conversation in reading order, all of them; none without a conversation."""
    for _text, given in _given(shown):
        found = _messages(given)
        if found is not None:
            return tuple(
                TurnPosition(number, f"{given.anchor}-{number}", message.role, first_line(message.text))
                for number, message in enumerate(found, start=1)
            )
    return ()


def read(given):
    """(key, kind, found) of the first content kind that reads this Given."""
    for key, kind in sorted(registry.items(), key=lambda pair: pair[1].order):
        found = kind.read(given)
        if found is not None:
            return key, kind, found
    raise LookupError("No content kind reads texts.")


def _messages(given):
    """The messages of a text that some kind reads as a conversation, None for all else."""
    found = (kind.messages(given) for kind in registry.values())
    return next((messages for messages in found if messages is not None), None)


def _given(shown):
    """(ItemText, Given) in reading order; the turns of the first conversation are `turn-1`, of the next `turn2-1`."""
    texts = shown.texts()
    formats = {facts.field: facts.format for facts in shown.files}
    has_answer = any(text.is_output for text in texts)
    conversations = 0
    for text in texts:
        anchor = f"turn{conversations + 1}" if conversations else "turn"
        is_judged = text.is_output or not has_answer
        given = Given(text.field, text.text, text.value, anchor, is_judged, format=formats.get(text.field, ""))
        conversations += _messages(given) is not None
        yield text, given


def _directory(shown, view, highlights, only_marked):
    """Each file drawn in both ways, so that a reader turns from one to the other in place."""
    texts = {text.field: (text, given) for text, given in _given(shown)}
    left = {"source": SOURCE_ROOM, "rendered": FORMATTED_ROOM}
    files = []
    for number, facts in enumerate(in_order(shown.files), start=1):
        file = ShownFile(facts, f"file-{number}")
        if facts.field in texts and not facts.is_missing:
            text, given = texts[facts.field]
            shown_exactly = _exact(shown, text, highlights, room=max(0, min(ROOM, left["source"])))
            room = min(given.room, max(left["rendered"], LEAST_ROOM))
            unanchored = [replace(mark, id="") for mark in highlights]  # the exact text beside it has their anchors
            formatted = _formatted(shown, text, replace(given, room=room), unanchored)
            left["source"] -= shown_exactly.content.room
            left["rendered"] -= min(len(text.text), room)
            marks = shown_exactly.marks
            file = replace(
                file,
                formatted=None if registry[formatted.kind].is_exact else formatted,
                exact=shown_exactly,
                marks=marks,
                opens_exact=view == "source" and (marks > 0 or not only_marked),
            )
        files.append(file)
    return Directory(str(shown.metadata.get("directory") or ""), tuple(files), tree(files))


def _formatted(shown, text, given, highlights, at=""):
    given = replace(given, highlights=tuple(mark for mark in highlights if mark.field == given.field))
    key, kind, found = read(given)
    templates = {"template": kind.template, "more": kind.more or kind.template}
    return _part(shown, text, highlights, kind=key, content=kind.draw(given, found, at), **templates)


def _exact(shown, text, highlights, *, start=0, room=ROOM):
    content = exact(text.field, text.text, start=start, highlights=highlights, room=room)
    return _part(shown, text, highlights, kind="source", template=EXACT, more=EXACT, content=content, view="source")


def _part(shown, text, highlights, **drawn):
    return Part(
        field=text.field,
        title=text.title,
        is_output=text.is_output,
        item_id=shown.item_id,
        marks=sum(1 for mark in highlights if mark.field == text.field),
        **drawn,
    )
