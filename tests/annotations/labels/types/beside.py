"""Items for the tests of label types that look at them, and forms posted as a browser would."""

import importlib
from types import SimpleNamespace

from annotations.tasks.actions.item_content import ItemContent

CONVERSATION = [
    {"role": "user", "content": "Hello"},
    {"role": "assistant", "content": "Good day"},
    {"role": "user", "content": "And?"},
    {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "look", "arguments": "{}"}}]},
    {"role": "assistant", "content": "It rains."},
]
OPTIONS = [{"value": "good", "label": "Good", "description": "As asked."}, {"value": "bad"}]


def module_of(key):
    """The module that tests a label type. `EXAMPLE` is a config and a value in the item `EXAMPLE_ITEM`."""
    return importlib.import_module(f"tests.annotations.labels.types.test_{key}")


def make_content(*, input=None, outputs=()):
    """An ItemContent of these texts; nothing is stored."""
    return ItemContent(
        item_id=1,
        position=0,
        external_id=None,
        input=input or {},
        metadata={},
        outputs=tuple(SimpleNamespace(text=text) for text in outputs),
    )


class Posted(dict):
    """A posted form: {name: [text]}."""

    def getlist(self, name):
        return self.get(name, [])


EXAMPLE_ITEM = make_content(input={"chat": CONVERSATION}, outputs=["The moon.", "The sun."])
