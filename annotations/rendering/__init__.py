"""How an item is drawn: `pane` reads its texts as what they are, `display_order` says in which order answers stand.

A page draws a pane with one line, `{% include "annotations/item/item.html" %}` with `pane` in its context, and loads
`css/item.css` and `js/item.js` in its head. A new kind of content is one file in `annotations/rendering/kinds/`.
"""

from annotations.rendering.exact import Highlight
from annotations.rendering.files import FileFacts
from annotations.rendering.order import display_order
from annotations.rendering.panes import VIEWS, Pane, Part, TurnPlace, file_part, pane, turns

__all__ = [
    "VIEWS", "FileFacts", "Highlight", "Pane", "Part", "TurnPlace", "display_order", "file_part", "pane", "turns",
]
