"""Spans: settled passage by passage, each kept or left out, and others added."""

import hashlib

from annotations.labels.disputes import registry
from annotations.labels.disputes.base import Chosen, Dispute, Part, same
from annotations.labels.disputes.overlay import Mark, overlay
from annotations.labels.options import option_label
from annotations.labels.types.spans import is_markable

KEEP, LEAVE = "keep", "leave"
PLACE = ("field", "start", "end", "label")


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

    def number(self, config, said):
        return float(said)

    def parts(self, config, values):
        """In the order of the texts' names and of the passages in them; `said` is whether an answer has the passage."""
        placed = [{_place(span) for span in value or ()} for value in values]
        return [
            Part(
                _key(place),
                tuple(None if value is None else place in found for value, found in zip(values, placed, strict=True)),
            )
            for place in sorted(set().union(*placed))
        ]

    def prefilled(self, config, answers, value=None):
        parts = self._by_place(config, answers)
        if value is None:
            return Chosen({part.key: KEEP for part in parts.values() if not part.differs})
        wanted = {_place(span) for span in value}
        chosen = {part.key: KEEP if place in wanted else LEAVE for place, part in parts.items()}
        return Chosen(chosen, [span for span in value if _place(span) not in parts])

    def value(self, config, answers, chosen):
        """What was kept and what was added; None while a passage is neither kept nor left out."""
        parts = self._by_place(config, answers)
        if any(chosen.parts.get(part.key) not in (KEEP, LEAVE) for part in parts.values()):
            return None
        spans = {_place(span): span for answer in answers for span in answer.value or ()}
        kept = [spans[place] for place, part in parts.items() if chosen.parts[part.key] == KEEP]
        return kept + (chosen.own if isinstance(chosen.own, list) else [])

    def control(self, config, answers, chosen, *, widget, shown):
        """`disputed` and `agreed` passages, the `texts` with their marks over them, and the `lanes` of the columns."""
        texts = {part.field: part for part in shown.texts() if is_markable(config, part.field)}
        order, parts = list(texts), self._by_place(config, answers)
        spans = {_place(span): span for answer in answers for span in answer.value or ()}
        placed = sorted(parts, key=lambda place: (order.index(place[0]) if place[0] in order else len(order), place))
        numbers = {place: n for n, place in enumerate((each for each in placed if parts[each].differs), start=1)}
        rows = [_row(config, place, parts[place], spans[place], answers, numbers, chosen) for place in placed]
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
                {"letter": answer.letter, "place": place}
                for place, answer in enumerate(answers, start=1)
                if answer.value is not None
            ],
            "adds": bool(chosen.own),
        }

    def _by_place(self, config, answers):
        """{place: Part}, in the order of `parts`."""
        places = sorted({_place(span) for answer in answers for span in answer.value or ()})
        return dict(zip(places, self.parts(config, [answer.value for answer in answers]), strict=True))


def _place(span):
    return tuple(span[name] for name in PLACE)


def _key(place):
    return hashlib.sha256(same(place).encode()).hexdigest()[:12]


def _row(config, place, part, span, answers, numbers, chosen):
    choice = chosen.parts.get(part.key, "")
    said = list(zip(answers, part.said, strict=True))
    return {
        "key": part.key,
        "number": numbers.get(place, 0),
        "field": span["field"],
        "quote": span["quote"],
        "label": option_label(config, span["label"]),
        "keeps": choice == KEEP,
        "leaves": choice == LEAVE,
        "is_open": choice not in (KEEP, LEAVE),
        "by": [answer.letter for answer, has in said if has],
        "not_by": [answer.letter for answer, has in said if has is False],
        "marks": " ".join(answer.mark for answer, has in said if has),
        "other_marks": " ".join(answer.mark for answer, has in said if has is False),
        "beside": [
            {"number": number, "is_same_place": other[:3] == place[:3]}
            for other, number in numbers.items()
            if other != place and _overlap(other, place)
        ],
    }


def _overlap(one, other):
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


def _text(text, parts, numbers):
    """A text of the item with what lies on it; `is_marked` whether anything does."""
    marks = [
        Mark(
            start=place[1],
            end=place[2],
            number=numbers.get(place, 0),
            lanes=tuple(lane for lane, has in enumerate(part.said) if has),
        )
        for place, part in parts.items()
        if place[0] == text.field
    ]
    return {"field": text.field, "title": text.title, "runs": overlay(text.text, marks), "is_marked": bool(marks)}
