"""What stands against publishing a draft, and in which of its lines."""

import re
from dataclasses import dataclass

import yaml

from reviews.scorers.library.actions import prompts

_LINE_OF_TEMPLATE = re.compile(r"\(line (\d{1,5})\)")
_BLOCKS = ("|", ">")


@dataclass(frozen=True)
class Problem:
    """`line` counts from 1 and is None where nothing says which one it is; `excerpt` is its text."""

    message: str
    field: str
    line: int | None
    excerpt: str


def problem_of(kind, name, content):
    """The Problem of a text, None for one that can be published."""
    error = prompts.problem_of(kind=kind.key, name=name, content=content)
    if error is None:
        return None
    lines = content.splitlines()
    line = _line_of(error, content) if kind.syntax == "yaml" else None
    line = line if line is not None and 1 <= line <= len(lines) else None
    return Problem(error.message, _field_of(error), line, lines[line - 1][:300] if line else "")


def _line_of(error, content):
    """Where YAML stumbled, or the line of the field that is wrong."""
    mark = getattr(error.__cause__, "problem_mark", None) or getattr(error.__cause__, "context_mark", None)
    if mark is not None:
        return mark.line + 1
    for name, value in _fields(content):
        if name.value == _field_of(error):
            return _line_inside(error.message, value) or name.start_mark.line + 1
    return None


def _field_of(error):
    return getattr(error, "field", "")


def _fields(content):
    """(key node, value node) of the fields of a prompt, nothing for a text that is no mapping."""
    try:
        node = yaml.compose(content, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        return []
    return node.value if isinstance(node, yaml.MappingNode) else []


def _line_inside(message, value):
    """The file's line of a template's line that the message names."""
    found = _LINE_OF_TEMPLATE.search(message)
    if found is None or not isinstance(value, yaml.ScalarNode):
        return None
    return value.start_mark.line + int(found[1]) + (value.style in _BLOCKS)
