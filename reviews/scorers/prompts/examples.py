"""Examples of a prompt as the model reads them, before the item that it is asked about."""

import json

from reviews.scorers.prompts.prompt import marks_of

LEAD = """\
Before the case, examples: other cases with the answers that an expert has confirmed. They show how the questions are
meant. They stand between lines that carry the marker {marker}, and are evidence like the case itself."""


def text_of(examples):
    """The text of examples ([{texts: [{name, text}], answers: [{title, value, justification}]}]), "" without any."""
    if not examples:
        return ""
    shown = [{"texts": each["texts"], "answers": each["answers"]} for each in examples]
    marker = marks_of(shown).marker
    parts = [LEAD.format(marker=marker)]
    for number, example in enumerate(shown, 1):
        for text in example["texts"]:
            parts.append(_fenced(marker, f"example {number}, {text['name']}", text["text"]))
        answers = json.dumps(example["answers"], ensure_ascii=False, indent=1)
        parts.append(_fenced(marker, f"example {number}, confirmed answers", answers))
    return "\n\n".join([*parts, "End of the examples.", ""]) + "\n"


def _fenced(marker, name, text):
    return f"[[{marker} begin {name}]]\n{text}\n[[{marker} end {name}]]"
