"""Code, logs and patches: a text that its name or its first lines say is no prose, in lines that scroll sideways.

Long lines wrap: whoever wrote them laid out no code.
"""

import re
from dataclasses import dataclass

from annotations.content import hidden_characters
from annotations.content.kinds import registry
from annotations.content.kinds.base import ContentKind, marked, offset
from evalhub.lib.traced import MarkedText, Traced

CHARACTERS = 50_000
LONG_LINE = 200
NAMES = {
    "code", "source_code", "snippet", "program", "script", "sql", "query_sql", "patch", "diff", "log", "logs",
    "traceback", "stack_trace", "stacktrace", "stdout", "stderr", "html", "xml", "yaml",
}  # fmt: skip
_PATCH = re.compile(r"diff --git |--- [^\n]+\n\+\+\+ [^\n]+\n@@ ")
_TRACEBACK = re.compile(r"Traceback \(most recent call last\):\n")


@dataclass(frozen=True)
class Code:
    """The text from one line's start on; `rest` is where to go on, "" at the end."""

    marked: MarkedText
    total: int
    end: int
    rest: str
    wraps: bool


@registry.register("code")
class CodeBlock(ContentKind):
    template = "annotations/content/code.html"
    order = 30

    def read(self, given):
        if not isinstance(given.value, str):
            return None
        is_named = not given.field.startswith("output") and not given.format and given.name.lower() in NAMES
        is_code = is_named and "```" not in given.text
        return given.text if is_code or _PATCH.match(given.text) or _TRACEBACK.match(given.text) else None

    def draw(self, given, found, at=""):
        start = offset(at, len(found))
        end = min(len(found), start + CHARACTERS)
        if end < len(found):
            end = found.rfind("\n", start + 1, end) + 1 or end
        drawn = marked(given, hidden_characters.shown(Traced.of(found)[start:end]))
        rest, wraps = str(end) if end < len(found) else "", max(map(len, found[start:end].split("\n"))) > LONG_LINE
        return Code(drawn, total=len(found), end=end, rest=rest, wraps=wraps)
