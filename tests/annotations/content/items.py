"""Items for the tests of rendering: made in memory, drawn by the template that pages use."""

import re
from dataclasses import dataclass

from django.template.loader import render_to_string

from annotations import content
from annotations.tasks.actions.item_content import ItemContent

CONVERSATION = [
    {"role": "system", "content": "Be brief.\n" * 20},
    {"role": "user", "content": "How many **boxes** are left?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "count_boxes", "arguments": '{"shelf": "A"}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "name": "count_boxes", "content": '{"left": 12}'},
    {"role": "assistant", "content": [{"type": "text", "text": "There are 12 boxes left."}]},
    {"role": "user", "content": "Thank you."},
]


@dataclass(frozen=True)
class Output:
    text: str


def make_item(input, *outputs, item_id=7):
    """The ItemContent of an input and the texts of its outputs."""
    return ItemContent(item_id, 0, None, input, {}, tuple(Output(text) for text in outputs))


def without_places(html):
    """HTML without the elements that only say where their words stand."""
    html = re.sub(r' data-field="[^"]*" data-start="\d+"(?: data-source="[^"]*")?', "", html)
    return re.sub(r'<span data-at="\d+"(?: data-to="\d+")?>([^<]*)</span>', r"\1", html)


def drawn(shown, **options):
    """The HTML of an item as a page shows it, without the places of its words."""
    return without_places(placed(shown, **options))


def placed(shown, **options):
    """The HTML of an item as a page shows it."""
    return render_to_string("annotations/content/item.html", {"pane": content.pane(shown, **options)})
