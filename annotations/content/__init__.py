"""How an item's texts are read and drawn, the same on every page and in every app.

A text becomes a part of a kind (Markdown, conversation, JSON, table, code, plain), or is shown exactly as stored.
Order of answers, invisible characters, differences of two answers and quotes with their offsets are decided here.
Entry points: `pane` and `part` draw, `display_order` says in which order answers stand, `quotes.verify` finds a quote,
`messages.messages` reads a conversation.
A page includes `annotations/content/item.html` with `pane` in its context and loads `item.css` and `item.js`.
A new kind of content is one file in `kinds/`, registered by itself.
Tables: none. Nothing here reads a database or a request.
"""

from annotations.content.exact_text import Highlight
from annotations.content.files import FileFacts
from annotations.content.order import display_order
from annotations.content.panes import VIEWS, Pane, Part, TurnPosition, file_part, pane, turns

__all__ = [
    "VIEWS",
    "FileFacts",
    "Highlight",
    "Pane",
    "Part",
    "TurnPosition",
    "display_order",
    "file_part",
    "pane",
    "turns",
]
