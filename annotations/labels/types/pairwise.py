"""Pairwise: which of two answers is better."""

from annotations.content.order import display_order
from annotations.labels.base import BothOrders, LabelType, bad_value, wrong_size
from annotations.labels.options import no_answer, row
from annotations.labels.reading import ObjectReader, listed
from annotations.labels.settings import Flag
from annotations.labels.types import registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

PLAIN = ("first", "tie", "second")
GRADED = ("first_much", "first", "tie", "second", "second_much")
BOTH_BAD = "both_bad"
MEANINGS = {
    "first_much": gettext_noop("The first answer is much better"),
    "first": gettext_noop("The first answer is better"),
    "tie": gettext_noop("Equally good"),
    "second": gettext_noop("The second answer is better"),
    "second_much": gettext_noop("The second answer is much better"),
    BOTH_BAD: gettext_noop("Both are bad"),
}
SHOWN = {
    "first_much": gettext_noop("Answer 1 is much better"),
    "first": gettext_noop("Answer 1 is better"),
    "tie": gettext_noop("Equally good"),
    "second": gettext_noop("Answer 2 is better"),
    "second_much": gettext_noop("Answer 2 is much better"),
    BOTH_BAD: gettext_noop("Both are bad"),
}
KEYS = {"first": "1", "second": "2", "tie": "0"}
GRADED_KEYS = {"first_much": "1", "first": "2", "second": "3", "second_much": "4", "tie": "0"}
MIRRORED = {"first_much": "second_much", "first": "second", "second": "first", "second_much": "first_much"}


@registry.register("pairwise")
class Pairwise(LabelType):
    """Config: `graded` (much better, better), `tie` and `both_bad` (whether they may be said).

    Value: first_much, first, tie, second, second_much or both_bad, of the outputs in the order in which the task names
    them. The page calls them Answer 1 and Answer 2 in the order of each annotator, and which model wrote which is not
    on it.

    From first to second is an order, so the level is ordinal; "both bad" has no place in it, and where it may be said
    the level is nominal. Consensus is the majority, at either level: between "first" and "second" the middle would be
    a tie that nobody meant.
    """

    key = "pairwise"
    title = gettext_noop("Comparison of two answers")
    consensus = "majority"
    needs_item = True
    is_positional = True

    @property
    def settings(self):
        return (
            Flag("graded", _("Distinguish “much better” from “better”"), wide=True),
            Flag("tie", _("Allow “equally good”"), wide=True, usual=True),
            Flag("both_bad", _("Allow “both are bad”"), wide=True),
        )

    def clean_config(self, config):
        reader = ObjectReader(config)
        cleaned = {
            "graded": reader.flag("graded", False),
            "tie": reader.flag("tie", True),
            "both_bad": reader.flag("both_bad", False),
        }
        reader.end()
        return cleaned

    def level(self, config):
        return "nominal" if config["both_bad"] else "ordinal"

    def clean(self, config, value):
        values = _values(config)
        if not isinstance(value, str) or value not in values:
            raise bad_value(value, _("one of %(values)s") % {"values": listed(values)})
        return value

    def clean_beside(self, config, value, item):
        if len(item.outputs) != 2:
            raise wrong_size(_("This item has %(n)s answers to compare") % {"n": len(item.outputs)}, "2")
        return self.clean(config, value)

    def number(self, config, value):
        """The place in the declared order, from 0."""
        return float(_values(config).index(value))

    def from_consensus(self, config, value):
        return _values(config)[int(value)]

    def domain(self, config):
        return tuple(float(place) for place in range(len(_values(config))))

    def display(self, config, value):
        """In the order in which the task names the outputs, which is that of all pages but the annotator's."""
        return _(MEANINGS[value]) if value in MEANINGS else str(value)

    def display_beside(self, config, value, *, seed):
        seen = MIRRORED.get(value, value) if _is_turned(seed) else value
        return _(SHOWN[seen]) if seen in SHOWN else str(seen)

    def comparison_needs(self, config, shown):
        return "" if shown == 2 else _("exactly two answers")

    def listed_values(self, config):
        return {value: MEANINGS[value] for value in _values(config)}

    def from_condition(self, test, text):
        return text

    def both_orders(self, config, value, swapped):
        """Verdicts with the same winner are one, the weaker of both; all others are a tie."""
        second = MIRRORED.get(swapped, swapped)
        winner = winner_of(value)
        if winner == winner_of(second):
            return BothOrders(value, second, value if value == second else winner, is_consistent=True)
        is_place = {winner, winner_of(second)} == {"first", "second"}
        return BothOrders(
            value, second, "tie" if config["tie"] else None, is_consistent=False, place=winner if is_place else ""
        )

    def winner(self, config, value):
        return winner_of(value) if winner_of(value) in ("first", "second") else ""

    def json_schema(self, config):
        lines = [f"{value}: {MEANINGS[value]}" for value in _values(config)]
        return {"type": "string", "enum": _values(config), "description": "\n".join(lines)}

    def to_label_studio(self, value):
        side = {"first": "left", "second": "right"}.get(value)
        return ("pairwise", {"selected": side}) if side else super().to_label_studio(value)

    def control(self, config, value, *, name, required):
        return self.control_beside(config, value, name=name, required=required, item=None, seed=0)

    def control_beside(self, config, value, *, name, required, item, seed):
        """Rows in the order of the page; each posts the value in the stored order."""
        turned = _is_turned(seed)
        keys = GRADED_KEYS if config["graded"] else KEYS
        rows = []
        for index, seen in enumerate(_values(config)):
            stored = MIRRORED.get(seen, seen) if turned else seen
            rows.append(
                row(
                    name=name,
                    index=index,
                    value=stored,
                    label=_(SHOWN[seen]),
                    key=keys.get(seen, "9"),
                    checked=value == stored,
                )
            )
        return {"radios": True, "rows": rows if required else [*rows, no_answer(name=name)]}


def winner_of(value):
    """The verdict without how clear it is: first, second, tie or both_bad."""
    return value.removesuffix("_much")


def _is_turned(seed):
    """Whether the page calls the second output Answer 1."""
    return display_order(2, seed) == (1, 0)


def _values(config):
    values = [value for value in (GRADED if config["graded"] else PLAIN) if value != "tie" or config["tie"]]
    return [*values, BOTH_BAD] if config["both_bad"] else values
