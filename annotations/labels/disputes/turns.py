"""Turns: settled turn by turn, each by a value of the question that is asked of it."""

from annotations.labels.base import number_text
from annotations.labels.disputes import registry
from annotations.labels.disputes.base import Chosen, Dispute, Part, same
from annotations.labels.types import registry as label_types


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
        own = {}
        for part in self.parts(config, [answer.value for answer in answers]):
            decided = part.agreed if value is None else value.get(part.key)
            own |= {} if decided is None else {part.key: decided}
        return Chosen({}, own or None)

    def value(self, config, answers, chosen):
        """What was chosen of each turn; a turn without a choice is missing, as it is in an answer."""
        own = chosen.own if isinstance(chosen.own, dict) else {}
        parts = self.parts(config, [answer.value for answer in answers])
        return {part.key: own[part.key] for part in parts if own.get(part.key) is not None} or None

    def control(self, config, answers, chosen, *, widget, shown):
        """`disputed` and `agreed` turns, each with its values, who gave them, and the inner widget."""
        asked = {str(turn["number"]): turn for turn in widget["turns"]}
        settled = self.value(config, answers, chosen) or {}
        turns = [
            _turn(config, part, answers, asked.get(part.key)) | _mine(config, settled.get(part.key))
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


def _turn(config, part, answers, asked):
    inner, inner_config = _inner(config)
    widget = _with_digits(asked["widget"]) if asked else None
    by_value = {}
    for answer, value in zip(answers, part.values, strict=True):
        if value is not None:
            by_value.setdefault(same(value), (value, []))[1].append(answer)
    ordered = sorted(by_value.values(), key=lambda pair: inner.number(inner_config, pair[0]) or 0)
    return {
        "key": part.key,
        "excerpt": asked["excerpt"] if asked else "",
        "widget": widget,
        "values": [
            {
                "shown": inner.display(inner_config, value),
                "letters": [answer.letter for answer in saying],
                "marks": " ".join(answer.mark for answer in saying),
                "posted": _posted(inner, inner_config, widget, value),
            }
            for value, saying in ordered
        ],
        "differs": part.differs,
        "answers": sum(1 for value in part.values if value is not None),
        "agreed": "" if part.agreed is None else inner.display(inner_config, part.agreed),
    }


def _with_digits(widget):
    """Each turn shows its digits: here they choose in the turn that is open."""
    for row in [*widget.get("rows", ()), *widget.get("points", ())]:
        row["key"] = row["digit"]
        row["key_hint"] = "" if row["digit"] == row["label"] else row["digit"]
    return widget


def _mine(config, value):
    inner, inner_config = _inner(config)
    return {"is_open": value is None, "mine": "" if value is None else inner.display(inner_config, value)}


def _posted(inner, config, widget, value):
    """What the widget posts of a value."""
    options = [*widget.get("points", ()), *widget.get("rows", ())] if widget else []
    texts = [option["value"] for option in options if option["value"]]
    found = (text for text in texts if same(inner.from_form(config, [text])) == same(value))
    return next(found, number_text(value))
