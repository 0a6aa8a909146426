"""Items for the tests of label types that look at them, and forms posted as a browser would."""

from types import SimpleNamespace

from annotations.tasks.actions.item_content import ItemContent

CONVERSATION = [
    {"role": "user", "content": "Hello"},
    {"role": "assistant", "content": "Good day"},
    {"role": "user", "content": "And?"},
    {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "look", "arguments": "{}"}}]},
    {"role": "assistant", "content": "It rains."},
]


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
