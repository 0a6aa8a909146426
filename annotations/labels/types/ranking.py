"""Ranking: outputs or options in an order, best first."""

from typing import Any

from annotations.content.order import display_order
from annotations.labels.base import LabelType, bad_value, number_text, posted, wrong_size
from annotations.labels.options import read_criteria
from annotations.labels.reading import ObjectReader, listed, shown, typed_number
from annotations.labels.settings import Flag, criteria_table
from annotations.labels.types import registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext

MAX_RANKED = 20
SAMPLE = 3  # outputs drawn in a preview, where there is no item yet


@registry.register("ranking")
class Ranking(LabelType):
    """Config: `options` [{value, label, description}], or none to rank the outputs of the item; `ties` may be given.

    Value: a list of groups, best first; more than one name in a group is a tie. The outputs are named "1", "2" ... in
    the order in which the task names them; the page numbers them in the order of each annotator.

    There is no level, number or consensus: places in a list depend on each other, which the measures here do not
    know, and a majority or median of places need be no ranking at all.
    """

    key = "ranking"
    title = gettext_noop("Ranking")
    needs_item = True
    scripts = ("js/annotations/labels/ranking.js",)

    @property
    def settings(self):
        return (
            criteria_table(
                "options",
                label=_("Items to rank"),
                add=_("Add item"),
                optional=True,
                help=_("If empty, the compared answers of the item are ranked."),
            ),
            Flag("ties", _("Allow ties"), wide=True),
        )

    def clean_config(self, config):
        reader = ObjectReader(config)
        cleaned: dict[str, Any] = {"ties": reader.flag("ties", False)}
        if reader.has("options"):
            cleaned["options"] = read_criteria(reader, "options", minimum=2, maximum=MAX_RANKED)
        reader.end()
        return cleaned

    def clean(self, config, value):
        if not isinstance(value, list) or not all(isinstance(group, list) and group for group in value):
            example = '[["2"], ["1", "3"]]'
            valid = _("a list of lists of names, best first, such as %(example)s")
            raise bad_value(value, valid % {"example": example})
        names = [name for group in value for name in group]
        if not all(isinstance(name, str) for name in names) or len(set(names)) != len(names):
            raise bad_value(value, _("each name once"))
        if not config["ties"] and len(names) != len(value):
            raise wrong_size(_("Two options have the same rank"), _("a rank of its own for each"))
        if "options" in config:
            _check_names(names, [option["value"] for option in config["options"]])
        order = [option["value"] for option in config.get("options", ())] or sorted(names, key=_as_number)
        return [sorted(group, key=order.index) for group in value]

    def clean_beside(self, config, value, item):
        cleaned = self.clean(config, value)
        if "options" not in config:
            outputs = [str(number) for number in range(1, len(item.outputs) + 1)]
            _check_names([name for group in cleaned for name in group], outputs)
        return cleaned

    def is_empty(self, config, value):
        return value is None or value == [] or value == {}

    def display(self, config, value):
        """Best first: "Answer 2, Answer 1 = Answer 3", numbered in the order in which the task names the outputs."""
        labels = {option["value"]: option["label"] for option in config.get("options", ())}
        return ", ".join(" = ".join(labels.get(name) or _answer(name) for name in group) for group in value)

    def display_beside(self, config, value, *, seed):
        order = display_order(sum(map(len, value)), seed)
        shown = {str(place + 1): str(number) for number, place in enumerate(order, start=1)}
        seen = value if "options" in config else [[shown.get(name, name) for name in group] for group in value]
        return self.display(config, seen)

    def comparison_needs(self, config, shown):
        return "" if "options" in config or shown > 1 else _("two answers or more")

    def json_schema(self, config):
        """Names best first; a list of lists only where there may be ties."""
        options = config.get("options", ())
        name = {"type": "string", "description": 'The number of an answer, such as "1".'}
        if options:
            meanings = [f"{each['value']}: {each['label']} {each['description']}".rstrip() for each in options]
            name = {"type": "string", "enum": [each["value"] for each in options], "description": "\n".join(meanings)}
        item = {"type": "array", "items": name, "minItems": 1} if config["ties"] else name
        words = "All of them, best first" + ("; those of equal rank share a list." if config["ties"] else ".")
        return {"type": "array", "items": item, "minItems": 1, "description": words}

    def from_machine(self, config, value):
        return value if config["ties"] or not isinstance(value, list) else [[name] for name in value]

    def from_form(self, config, values):
        """Nothing: a ranking posts a field for each name."""

    def read(self, config, post, name):
        """Groups by the typed ranks; {name: typed text} while one of them is missing or no number."""
        fields = [field for field in post if field.startswith(f"{name}.")]
        typed = {field[len(name) + 1 :]: posted(post.getlist(field)) for field in fields}
        if not any(text is not None for text in typed.values()):
            return None
        ranks = {key: typed_number(text) for key, text in typed.items()}
        if not all(type(rank) is int for rank in ranks.values()):
            return {key: text for key, text in typed.items() if text is not None}
        return [[key for key in ranks if ranks[key] == rank] for rank in sorted(set(ranks.values()))]

    def hint(self, config):
        ties = " " + _("Use equal ranks for a tie.") if config["ties"] else ""
        return _("Rank each; 1 is best.") + ties

    def control(self, config, value, *, name, required):
        return self.control_beside(config, value, name=name, required=required, item=None, seed=0)

    def control_beside(self, config, value, *, name, required, item, seed):
        """`places`, best first, else in the order of the page, each with its field for the rank."""
        positions = _positions(config, item, seed)
        ranks = _ranks(value)
        rows = [
            position
            | {
                "id": f"{name}-{index}",
                "name": f"{name}.{position['key']}",
                "rank": number_text(ranks.get(position["key"], "")),
            }
            for index, position in enumerate(positions)
        ]
        whole = all(type(ranks.get(position["key"])) is int for position in positions)
        if whole:
            rows.sort(key=lambda position: ranks[position["key"]])
        return {"places": rows, "control_id": rows[0]["id"], "ranked_ties": config["ties"]}


def _positions(config, item, seed):
    if "options" in config:
        return [
            {"key": option["value"], "label": option["label"], "description": option["description"]}
            for option in config["options"]
        ]
    count = len(item.outputs) if item is not None and item.outputs else SAMPLE
    order = display_order(count, seed)
    return [
        {"key": str(position + 1), "label": _answer(number), "description": ""}
        for number, position in enumerate(order, start=1)
    ]


def _answer(name):
    return _("Answer %(number)s") % {"number": name}


def _ranks(value):
    """{name: rank} of a value, competition style (1, 2, 2, 4), or of the texts of a draft."""
    if isinstance(value, dict):
        return {key: text for key, text in value.items() if isinstance(text, str)}
    ranks = {}
    for group in value if isinstance(value, list) else ():
        names = [name for name in group if isinstance(name, str)] if isinstance(group, list) else []
        rank = len(ranks) + 1
        ranks |= dict.fromkeys(names, rank)
    return ranks


def _as_number(name):
    return (int(name), name) if name.isascii() and name.isdigit() and len(name) < 10 else (10**9, name)


def _check_names(names, valid):
    unknown = next((name for name in names if name not in valid), None)
    if unknown is not None:
        raise wrong_size(_("There is no %(name)s to rank") % {"name": shown(unknown)}, listed(valid))
    missing = [name for name in valid if name not in names]
    if missing:
        met = ngettext("%(names)s has no rank", "%(names)s have no rank", len(missing)) % {"names": listed(missing)}
        raise wrong_size(met, _("a rank for each"))
