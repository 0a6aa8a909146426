"""Turns: settled turn by turn, each by an annotator's answer or a value of one's own."""

from collections import Counter

from annotations.labels.disputes import registry
from annotations.labels.disputes.base import OWN, Chosen, Dispute, Part, same
from annotations.labels.types import registry as label_types

DIGITS = "123456789"


@registry.register("turns")
class Turns(Dispute):
    """A part is a turn, and answers differ on it as they would on its question."""

    key = "turns"

    def level(self, config):
        inner, inner_config = _inner(config)
        return inner.level(inner_config)

    def domain(self, config):
        inner, inner_config = _inner(config)
        return inner.domain(inner_config)

    def number(self, config, value):
        inner, inner_config = _inner(config)
        return inner.number(inner_config, value)

    def parts(self, config, values):
        turns = sorted({turn for value in values for turn in value or ()}, key=int)
        return [Part(turn, tuple((value or {}).get(turn) for value in values)) for turn in turns]

    def prefilled(self, config, answers, value=None):
        chosen, own = {}, {}
        for part in self.parts(config, [answer.value for answer in answers]):
            decided = part.agreed if value is None else value.get(part.key)
            mark = _mark_of(answers, part, decided)
            if mark or decided is None:
                chosen |= {part.key: mark} if mark else {}
            else:
                chosen[part.key], own[part.key] = OWN, decided
        return Chosen(chosen, own or None)

    def value(self, config, answers, chosen):
        """What was chosen of each turn; a turn without a choice is missing, as it is in an answer."""
        own = chosen.own if isinstance(chosen.own, dict) else {}
        found = {}
        for part in self.parts(config, [answer.value for answer in answers]):
            by_mark = {answer.mark: value for answer, value in zip(answers, part.values, strict=True)}
            choice = chosen.parts.get(part.key)
            value = own.get(part.key) if choice == OWN else by_mark.get(choice)
            if value is not None:
                found[part.key] = value
        return found or None

    def control(self, config, answers, chosen, *, widget, shown):
        """`disputed` and `agreed` turns, each with what the columns hold and the inner widget."""
        asked = {str(turn["number"]): turn for turn in widget["turns"]}
        settled = self.value(config, answers, chosen) or {}
        turns = [
            _turn(config, part, answers, chosen.parts.get(part.key, ""), asked.get(part.key))
            | {"is_open": part.key not in settled}
            for part in self.parts(config, [answer.value for answer in answers])
        ]
        return {
            "disputed": [turn for turn in turns if turn["differs"]],
            "agreed": [turn for turn in turns if not turn["differs"]],
            "count": len(turns),
        }


def _inner(config):
    """(label type, its config) of the question that is asked of each turn."""
    inner = dict(config["ask"])
    return label_types[inner.pop("type")], inner


def _mark_of(answers, part, decided):
    """The mark of the first answer that says this of the turn, empty when none does."""
    saying = (
        answer.mark
        for answer, value in zip(answers, part.values, strict=True)
        if decided is not None and same(value) == same(decided)
    )
    return next(saying, "")


def _turn(config, part, answers, choice, asked):
    inner, inner_config = _inner(config)
    counts = Counter(same(value) for value in part.values if value is not None).most_common(2)
    is_tie = len(counts) > 1 and counts[0][1] == counts[1][1]
    most = None if is_tie or not part.differs else counts[0]
    cells = [
        {
            "mark": answer.mark,
            "letter": answer.letter,
            "digit": DIGITS[index] if index < len(DIGITS) else "",
            "shown": None if value is None else inner.display(inner_config, value),
            "is_taken": choice == answer.mark,
            "is_most_frequent": most is not None and value is not None and same(value) == most[0],
        }
        for index, (answer, value) in enumerate(zip(answers, part.values, strict=True))
    ]
    return {
        "key": part.key,
        "excerpt": asked["excerpt"] if asked else "",
        "widget": asked["widget"] if asked else None,
        "cells": cells,
        "differs": part.differs,
        "values": len({same(value) for value in part.values if value is not None}),
        "most": most[1] if most else 0,
        "answers": sum(1 for value in part.values if value is not None),
        "agreed": "" if part.agreed is None else inner.display(inner_config, part.agreed),
        "is_own": choice == OWN,
    }
