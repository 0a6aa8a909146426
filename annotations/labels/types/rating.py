"""Rating: a point on a short scale with named ends."""

from decimal import Decimal

from annotations.labels.base import LabelType, bad_value, number_of, number_text
from annotations.labels.options import no_answer, point_key, row
from annotations.labels.reading import (
    LABEL_LENGTH,
    ObjectReader,
    is_number,
    listed,
    not_valid,
    refusal,
    tidy,
    typed_number,
)
from annotations.labels.settings import scale_settings
from annotations.labels.types import registry
from annotations.labels.types.number import input_mode
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

MAX_POINTS = 101
MAX_SHOWN_POINTS = 11  # a longer scale is asked for as a number
MAX_ROWS = 5  # of a longer scale the names of points stand below them
LIMIT = 1_000_000


@registry.register("rating")
class Rating(LabelType):
    """Config: `scale` {min, max, step, labels {"1": "poor"}}. Value: one of the points, a number."""

    key = "rating"
    title = gettext_noop("Rating")
    consensus = "median"
    inside_turns = True

    @property
    def settings(self):
        return scale_settings()

    def clean_config(self, config):
        reader = ObjectReader(config)
        scale = ObjectReader(reader.mapping("scale"), reader.at("scale"))
        reader.end()
        cleaned = {
            "min": scale.number("min", minimum=-LIMIT, maximum=LIMIT),
            "max": scale.number("max", minimum=-LIMIT, maximum=LIMIT),
            "step": scale.number("step", 1, minimum=-LIMIT, maximum=LIMIT),
        }
        low, high, step = (_decimal(cleaned[name]) for name in ("min", "max", "step"))
        if low >= high:
            met = {"met": cleaned["max"], "low": cleaned["min"]}
            problem, advice = _("is %(met)s. Valid: more than min, which is %(low)s."), _("Enter more than %(low)s.")
            raise refusal("scale.max", problem % met, advice % met)
        if step <= 0:
            raise not_valid("scale.step", cleaned["step"], _("more than 0"))
        if (high - low) / step > MAX_POINTS - 1:
            problem = _("has more than %(most)s points. Valid: fewer, or a question of type %(type)s.")
            advice = _("A scale has at most %(most)s points. Enter a greater step, or choose the type Number.")
            raise refusal("scale", problem % {"most": MAX_POINTS, "type": '"number"'}, advice % {"most": MAX_POINTS})
        if (high - low) % step:
            raise not_valid("scale.step", cleaned["step"], _("a step that leads from min exactly to max"))
        labels = scale.mapping("labels", {})
        scale.end()
        # Names of points by the text of the point, in the order of the scale.
        names = ObjectReader(labels, "scale.labels")
        named = {str(point): names.text(str(point), "", maximum=LABEL_LENGTH) for point in scale_points(cleaned)}
        names.end()
        cleaned["labels"] = {point: label for point, label in named.items() if label}
        return {"scale": cleaned}

    def level(self, config):
        return "ordinal"

    def clean(self, config, value):
        points = scale_points(config["scale"])
        if not is_number(value) or value not in points:
            raise bad_value(value, _("a number among %(values)s") % {"values": listed(points)})
        return tidy(value)

    def number(self, config, value):
        return float(value)

    def bounds(self, config):
        points = self.domain(config)
        return min(points), max(points)

    def domain(self, config):
        return tuple(float(point) for point in scale_points(config["scale"]))

    def display(self, config, value):
        """The point, with its name where it has one: "4 (good)"."""
        label = config["scale"]["labels"].get(str(value))
        return f"{value} ({label})" if label else str(value)

    def listed_values(self, config):
        labels = config["scale"]["labels"]
        return {number_text(point): labels.get(number_text(point), "") for point in scale_points(config["scale"])}

    def from_listed(self, config, texts):
        return number_of(texts[0]) if len(texts) == 1 else None

    def json_schema(self, config):
        """Bounds, not a list of numbers, which some providers refuse; the description names steps and points."""
        scale, points = config["scale"], scale_points(config["scale"])
        whole = all(isinstance(point, int) for point in points)
        lines = [f"{point}: {scale['labels'][str(point)]}" for point in points if str(point) in scale["labels"]]
        if scale["step"] != 1:
            lines.insert(0, f"In steps of {scale['step']}.")
        schema = {"type": "integer" if whole else "number", "minimum": points[0], "maximum": points[-1]}
        return schema | ({"description": "\n".join(lines)} if lines else {})

    def from_form(self, config, values):
        return typed_number(super().from_form(config, values))

    def to_label_studio(self, value):
        return ("rating", {"rating": value}) if isinstance(value, int) else ("number", {"number": value})

    def hint(self, config):
        """The named points of a scale with names between its ends; the range of one too long to be drawn."""
        scale = config["scale"]
        points = scale_points(scale)
        if len(points) <= MAX_SHOWN_POINTS:
            is_told = _is_named_between(scale, points) and len(points) > MAX_ROWS
            return " · ".join(f"{point} {label}" for point, label in scale["labels"].items()) if is_told else ""
        ends = {"low": _named(scale, "min"), "high": _named(scale, "max"), "step": scale["step"]}
        if scale["step"] == 1:
            return _("From %(low)s to %(high)s.") % ends
        return _("From %(low)s to %(high)s in steps of %(step)s.") % ends

    def control(self, config, value, *, name, required):
        """`points`, with names at the ends or all in the hint; `rows` of a few named ones; a typed number for many."""
        scale = config["scale"]
        points = scale_points(scale)
        if len(points) > MAX_SHOWN_POINTS:
            whole = all(isinstance(point, int) for point in points)
            return {
                "input_id": f"{name}-input",
                "input_value": number_text(value),
                "input_mode": input_mode(signed=scale["min"] < 0, whole=whole),
            }
        drawn = [_point(scale, points, index, value, name) for index in range(len(points))]
        clear = [] if required else [no_answer(name=name)]
        is_named_between = _is_named_between(scale, points)
        if is_named_between and len(points) <= MAX_ROWS:
            rows = [point | {"label": self.display(config, point["value"])} for point in drawn]
            return {"radios": True, "points": [], "rows": rows + clear}
        return {
            "radios": True,
            "points": drawn,
            "rows": clear,
            "low_anchor": "" if is_named_between else scale["labels"].get(str(points[0]), ""),
            "high_anchor": "" if is_named_between else scale["labels"].get(str(points[-1]), ""),
        }


def _is_named_between(scale, points):
    return bool(set(scale["labels"]) - {str(points[0]), str(points[-1])})


def scale_points(scale):
    """Every point of a scale in order, computed in decimals so that 0.1 + 0.2 is 0.3."""
    low, step = _decimal(scale["min"]), _decimal(scale["step"])
    count = int((_decimal(scale["max"]) - low) / step) + 1
    return [tidy(float(low + index * step)) for index in range(count)]


def _point(scale, points, index, value, name):
    point, key = points[index], point_key(points, index)
    text = str(point)
    drawn = row(name=name, index=index, value=text, label=text, key=key, checked=is_number(value) and value == point)
    return drawn | {"anchor": scale["labels"].get(text, ""), "key_hint": "" if key == text else key}


def _named(scale, end):
    label = scale["labels"].get(str(scale[end]))
    return f"{scale[end]} ({label})" if label else str(scale[end])


def _decimal(number):
    return Decimal(str(number))
