"""Answers to score from a file of JSON lines: `id`, `output`, and what it is compared with."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from annotations.labels.reading import ObjectReader, shown
from datasets.outputs import is_cut
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from reviews.scorers.metrics import ScoredAnswer

LONGEST_LINE = 20_000_000  # bytes


@dataclass(frozen=True)
class AnswerLine:
    """`answer` is None where the system gave no output."""

    id: object
    answer: ScoredAnswer | None


def read(file: BinaryIO) -> Iterator[AnswerLine]:
    """Each line that is not blank; InvalidInput names the number of the first that cannot be read, and why."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        try:
            if len(line) > LONGEST_LINE:
                raise InvalidInput(f"The line is longer than {LONGEST_LINE:,} bytes.")
            if line.strip():
                yield _read(strict_json.loads(line, allow_bom=number == 1))
        except InvalidInput as error:
            raise InvalidInput(f"Line {number}: {error.message}", details={"line": number}) from error


def _read(found):
    reader = ObjectReader(found)
    values = reader.rest()
    if "output" not in values:
        raise InvalidInput("There is no output. Valid: a text, or null where the system gave none.")
    if isinstance(values.get("id"), dict | list):
        raise InvalidInput(f"id is {shown(values['id'])}. Valid: a text or a number.")
    acceptable = values.get("acceptable_answers") or []
    if not isinstance(acceptable, list):
        raise InvalidInput(f"acceptable_answers is {shown(acceptable)}. Valid: a list of texts.")
    if values["output"] is None:
        return AnswerLine(values.get("id"), None)
    answer = ScoredAnswer(
        output=_text(values["output"]),
        expected=None if values.get("expected") is None else _text(values["expected"]),
        acceptable=tuple(map(_text, acceptable)),
        input=values.get("input"),
        context=_text(values.get("context") or ""),
        metadata=values.get("metadata") or {},
        is_cut=is_cut(_text(values.get("finish_reason") or "")),
    )
    return AnswerLine(values.get("id"), answer)


def _text(value):
    """A text as it is; what is none as its JSON."""
    return value if isinstance(value, str) else strict_json.dumps_known(value)
