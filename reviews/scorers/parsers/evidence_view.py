"""Rewritten evidence: a plain text after the line `TEXT:`."""

import re

from evalhub.lib.translation import gettext as _
from reviews.scorers.parsers import lines, registry
from reviews.scorers.parsers.base import Answer, Parser, Refused

_HEADER = re.compile(r"[ \t]*(?:[-*>#+]+[ \t]+)?([*_`]*)TEXT([*_`]*)[ \t]*[:\uff1a](.*)", re.IGNORECASE)


@registry.register("evidence_view.1")
class EvidenceText(Parser):
    """One text, kept as it was written but for blanks and a code fence around it; what it says is not judged here."""

    parser_version = "evidence_view.1"

    class answer(Answer):
        text: str

    def read_text(self, text, context):
        rows = text.splitlines()
        found = [_HEADER.fullmatch(row) for row in rows]
        header = next((number for number, match in enumerate(found) if match), None)
        if header is None:
            raise Refused(_("There is no line that begins with %(name)s:.") % {"name": "TEXT"})
        # What follows the colon, without the emphasis that began before the keyword and ends after the colon.
        opened, closed, rest = found[header].groups()
        written = "\n".join([rest if closed else rest.removeprefix(opened[::-1]), *rows[header + 1 :]])
        return {"text": _worded(written)}, lines.reasoning("\n".join(rows[:header]))

    def read_answer(self, answer, context):
        return {"text": _worded(answer.text)}


def _worded(text):
    rows = text.strip().splitlines()
    if len(rows) > 1 and lines.is_fence(rows[0]) and lines.is_fence(rows[-1]):
        rows = rows[1:-1]
    written = "\n".join(rows).strip()
    if not any(char.isalnum() for char in written):
        raise Refused(_("The text is empty."))
    return written
