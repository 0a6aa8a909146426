"""Cases as texts to read: an excerpt for a line of a list, all parts for a page."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from datasets.models import TestCase
from evalhub.lib import strict_json

EXCERPT_CHARACTERS = 300
MAIN_KEYS = ("prompt", "question", "conversation")


@dataclass(frozen=True)
class CaseRow:
    """One line of a list; texts are cut."""

    case: TestCase
    input: str
    expected: str
    outputs: str


@dataclass(frozen=True)
class Part:
    """One text of a case; `value` instead of `text` for what is no text."""

    title: str
    text: str = ""
    value: object = None


def case_rows(cases):
    """[CaseRow]; needs `outputs` loaded."""
    return [
        CaseRow(
            case=case,
            input=_cut(_main_text(case.input)),
            expected=_cut(case.expected_output or ""),
            outputs=_cut(_output_texts(case.outputs.all())),
        )
        for case in cases
    ]


def _output_texts(outputs):
    """The texts of outputs, each after its name where there are several."""
    texts = [(output.name, (output.text or output.error)[:EXCERPT_CHARACTERS]) for output in outputs]
    return " · ".join(f"{name}: {text}" if len(texts) > 1 else text for name, text in texts)


def input_parts(value):
    """[Part] of an input: its texts under their keys, a conversation message by message, anything else as JSON."""
    if not isinstance(value, dict):
        return [_part(_("Input"), value)]
    parts = []
    for key, part in value.items():
        if _is_conversation(part):
            parts += [_part(f"{_title(key)}: {message.get('role', 'message')}", message["content"]) for message in part]
        else:
            parts.append(_part(_title(key), part))
    return parts


def _part(title, value):
    return Part(title, text=value) if isinstance(value, str) else Part(title, value=value)


def _title(key):
    return key.replace("_", " ").capitalize()


def _is_conversation(value):
    return isinstance(value, list) and bool(value) and all(isinstance(m, dict) and "content" in m for m in value)


def _main_text(value):
    """The text that says most about an input: its prompt, the last message of its conversation, else all of it."""
    if not isinstance(value, dict):
        return value if isinstance(value, str) else strict_json.dumps(value)
    main = next((value[key] for key in MAIN_KEYS if key in value), value)
    if _is_conversation(main):
        main = main[-1]["content"]
    if isinstance(main, dict):
        return " · ".join(part if isinstance(part, str) else strict_json.dumps(part) for part in main.values())
    return main if isinstance(main, str) else strict_json.dumps(main)


def _cut(text):
    return text if len(text) <= EXCERPT_CHARACTERS else f"{text[:EXCERPT_CHARACTERS]}…"
