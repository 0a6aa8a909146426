"""Rubrics: every stage on a line of its own, with a label and three to six criteria."""

import re

from pydantic import BaseModel, ConfigDict

from evalhub.lib.translation import gettext as _
from reviews.scorers.parsers import lines, registry
from reviews.scorers.parsers.base import Answer, Parser, Refused

FEWEST, MOST = 3, 6
_HEADER = re.compile(r"[ \t]*(?:[-*>#+]+[ \t]+)?[*_`\"']*RUBRIC[*_`\"']*[ \t]*:[*_`\"' \t]*", re.IGNORECASE)
_STAGE = re.compile(r"[ \t]*(?:[-*>+\u2022][ \t]+)?[*_`]*(\d{1,4})\)[*_`]*(.+)")
_JOINT = re.compile(r"(?:and|or)\s+", re.IGNORECASE)


class Stage(BaseModel):
    """One stage in the structured form."""

    model_config = ConfigDict(extra="forbid", strict=True)

    stage_number: int
    label: str
    criteria: list[str]


@registry.register("rubric_gen.1")
class Rubric(Parser):
    """As many stages as asked for, numbered from 1, the weakest; told apart by their labels.

    Printed in another order they are sorted by their numbers. `values` has labels and criteria by stage.
    """

    parser_version = "rubric_gen.1"

    class answer(Answer):
        stages: list[Stage]

    def read_text(self, text, context):
        rows = text.splitlines()
        header = next((number for number, row in enumerate(rows) if _HEADER.fullmatch(row)), None)
        if header is None:
            raise Refused(_("There is no line RUBRIC: with nothing after it."))
        below = [row for row in rows[header + 1 :] if row.strip() and not lines.is_fence(row)]
        stages = [_stage(row) for row in below]
        return _rubric(stages, context), lines.reasoning("\n".join(rows[:header]))

    def read_answer(self, answer, context):
        stages = [
            (one.stage_number, _on_one_line(one.label), _stripped(map(_on_one_line, one.criteria)))
            for one in answer.stages
        ]
        return _rubric(stages, context)


def _on_one_line(text):
    """Labels and criteria are shown one to a line; a line break in them could forge another."""
    return " ".join(text.split())


def _stage(row):
    """(number, label, criteria) of a printed line."""
    before, separator, criteria = row.partition("::")
    found = _STAGE.fullmatch(before) if separator else None
    if found is None:
        words = _("The line %(met)s cannot be read. Valid: number) label :: criterion; criterion; …")
        raise Refused(words % {"met": repr(row.strip()[:80])})
    number, label = found.groups()
    return int(number), lines.bare(label), split_criteria(criteria)


def _rubric(stages, context):
    numbers = [number for number, _label, _criteria in stages]
    size = context.scale_size or len(stages)
    if sorted(numbers) != list(range(1, size + 1)) or not size:
        words = _("The numbers are %(met)s. Valid: 1 to %(most)s, each once.")
        raise Refused(words % {"met": str(numbers[:20]), "most": size or _("their number")})
    for number, label, criteria in stages:
        if not any(char.isalnum() for char in label):
            raise Refused(_("Number %(number)s has no label.") % {"number": number})
        if not FEWEST <= len(criteria) <= MOST:
            words = _("Number %(number)s has %(n)s criteria. Valid: %(least)s to %(most)s.")
            raise Refused(words % {"number": number, "n": len(criteria), "least": FEWEST, "most": MOST})
    if len({label.casefold() for _number, label, _criteria in stages}) < size:
        raise Refused(_("Two labels are the same."))
    ordered = sorted(stages)
    return {
        "labels": [label for _number, label, _criteria in ordered],
        "criteria": [criteria for _number, _label, criteria in ordered],
        "criteria_counts": [len(criteria) for _number, _label, criteria in ordered],
    }


def split_criteria(text):
    """The criteria of a line: between semicolons outside of brackets, between commas where that gives too few."""
    found = _pieces(text, ";")
    if len(found) < FEWEST:
        found = [piece for part in found for piece in _pieces(part, ",")]
    return _stripped(_JOINT.sub("", piece, count=1) if _JOINT.match(piece) else piece for piece in found)


def _pieces(text, separator):
    pieces, depth, start = [], 0, 0
    for place, char in enumerate(text):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth = max(0, depth - 1)
        elif char == separator and not depth:
            pieces.append(text[start:place])
            start = place + 1
    return [piece.strip() for piece in [*pieces, text[start:]] if piece.strip()]


def _stripped(criteria):
    return [found for criterion in criteria if (found := lines.bare(criterion))]
