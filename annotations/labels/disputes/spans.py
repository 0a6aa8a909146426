"""Spans: settled passage by passage, each kept or left out, and others added."""

import hashlib

from annotations.labels.disputes import registry
from annotations.labels.disputes.base import Chosen, Dispute, Part, same
from annotations.labels.disputes.overlay import Mark, overlay
from annotations.labels.options import option_label
from annotations.labels.types.spans import is_markable

KEEP, LEAVE = "keep", "leave"
POSITION = ("field", "start", "end", "label")


@registry.register("spans")
class Spans(Dispute):
    """A part is a passage with a label: the same text, start, end and label, exactly. Whoever did not mark it says so.

    A passage with other ends or another label is another part, so that two that overlap are two disputes; the page
    tells which of them overlap.
    """

    key = "spans"

    def level(self, config):
        return "nominal"

    def domain(self, config):
        return (0.0, 1.0)

    def number(self, config, value):
        return float(value)

    def parts(self, config, values):
        """In the order of the texts' names and of the passages in them; a value says whether an answer has it."""
        positions = [{_position(span) for span in value or ()} for value in values]
        return [
            Part(
                hashlib.sha256(same(position).encode()).hexdigest()[:12],
                tuple(None if value is None else position in own for value, own in zip(values, positions, strict=True)),
            )
            for position in sorted(set().union(*positions))
        ]

    def prefilled(self, config, answers, value=None):
        parts = self._by_position(config, answers)
        if value is None:
            return Chosen({part.key: KEEP for part in parts.values() if not part.differs})
        decided = {_position(span) for span in value}
        chosen = {part.key: KEEP if position in decided else LEAVE for position, part in parts.items()}
        return Chosen(chosen, [span for span in value if _position(span) not in parts])

    def value(self, config, answers, chosen):
        """What was kept and what was added; None while a passage is neither kept nor left out."""
        parts = self._by_position(config, answers)
        if any(chosen.parts.get(part.key) not in (KEEP, LEAVE) for part in parts.values()):
            return None
        spans = {_position(span): span for answer in answers for span in answer.value or ()}
        kept = [spans[position] for position, part in parts.items() if chosen.parts[part.key] == KEEP]
        return kept + (chosen.own if isinstance(chosen.own, list) else [])

    def control(self, config, answers, chosen, *, widget, shown):
        """`disputed` and `agreed` passages, the `texts` with their marks over them, and the `lanes` of the columns."""
        texts = {part.field: part for part in shown.texts() if is_markable(config, part.field)}
        order, parts = list(texts), self._by_position(config, answers)
        spans = {_position(span): span for answer in answers for span in answer.value or ()}
        positions = sorted(parts, key=lambda one: (order.index(one[0]) if one[0] in order else len(order), one))
        numbers = {one: n for n, one in enumerate((each for each in positions if parts[each].differs), start=1)}
        rows = [_row(config, one, parts[one], spans[one], answers, numbers, chosen) for one in positions]
        for row in rows:
            row["title"] = texts[row["field"]].title if len(texts) > 1 and row["field"] in texts else ""
        drawn = [_text(part, parts, numbers) for part in texts.values()]
        n_marked = sum(text["is_marked"] for text in drawn)
        return {
            "disputed": [row for row in rows if row["number"]],
            "agreed": [row for row in rows if not row["number"]],
            "texts": drawn,
            "marks_any": n_marked > 0,
            "has_others": 0 < n_marked < len(drawn),
            "widget": widget,
            "lanes": [
                {"letter": answer.letter, "place": position}
                for position, answer in enumerate(answers, start=1)
                if answer.value is not None
            ],
            "adds": bool(chosen.own),
        }

    def _by_position(self, config, answers):
        """{position: Part}, in the order of `parts`."""
        places = sorted({_position(span) for answer in answers for span in answer.value or ()})
        return dict(zip(places, self.parts(config, [answer.value for answer in answers]), strict=True))


def _position(span):
    return tuple(span[name] for name in POSITION)


def _row(config, position, part, span, answers, numbers, chosen):
    choice = chosen.parts.get(part.key, "")
    marked = list(zip(answers, part.values, strict=True))
    return {
        "key": part.key,
        "number": numbers.get(position, 0),
        "field": span["field"],
        "quote": span["quote"],
        "label": option_label(config, span["label"]),
        "keeps": choice == KEEP,
        "leaves": choice == LEAVE,
        "is_open": choice not in (KEEP, LEAVE),
        "by": [answer.letter for answer, has in marked if has],
        "not_by": [answer.letter for answer, has in marked if has is False],
        "marks": " ".join(answer.mark for answer, has in marked if has),
        "other_marks": " ".join(answer.mark for answer, has in marked if has is False),
        "beside": [
            {"number": number, "is_same_place": other[:3] == position[:3]}
            for other, number in numbers.items()
            if other != position and other[0] == position[0] and other[1] < position[2] and position[1] < other[2]
        ],
    }


def _text(text, parts, numbers):
    """A text of the item with what lies on it; `is_marked` whether anything does."""
    marks = [
        Mark(
            start=position[1],
            end=position[2],
            number=numbers.get(position, 0),
            lanes=tuple(lane for lane, has in enumerate(part.values) if has),
        )
        for position, part in parts.items()
        if position[0] == text.field
    ]
    return {"field": text.field, "title": text.title, "runs": overlay(text.text, marks), "is_marked": bool(marks)}
