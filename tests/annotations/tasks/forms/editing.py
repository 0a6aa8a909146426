"""Typing a config into the fields of its editor and reading it back, as a browser would."""

from django.http import QueryDict

from annotations.labels.types import registry as label_types
from annotations.tasks.forms.editors import editor_of

CHOICES = [{"value": "a", "label": "First", "description": "One.\nTwo."}, {"value": "b", "key": "7"}]


def posted(editor, typed, prefix="f0"):
    """What a browser posts for these fields."""
    post = QueryDict(mutable=True)
    for setting in editor.settings:
        value, field = typed[setting.name], f"{prefix}-{setting.name}"
        if isinstance(value, list):
            post[f"{field}-rows"] = str(len(value))
            for index, row in enumerate(value):
                post.update({f"{field}-{index}-{name}": text.replace("\n", "\r\n") for name, text in row.items()})
        elif isinstance(value, bool):
            post.update({field: "on"} if value else {})
        else:
            post[field] = value.replace("\n", "\r\n")
    return post


def through_fields(key, config):
    """The canonical config before and after it was shown in fields and posted again."""
    editor, label_type = editor_of(key), label_types[key]
    before = label_type.clean_config(config)
    typed = editor.read(posted(editor, editor.typed(before)), "f0")
    return before, label_type.clean_config(editor.config(typed))


def from_blank(key, **texts):
    """The config of fresh fields in which `texts` were typed; a list is the rows of a table."""
    editor = editor_of(key)
    return editor.config(editor.blank() | texts)
