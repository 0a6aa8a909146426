"""Likert: one of a few ordered statements, each in its own words."""

from annotations.labels.base import LabelType, bad_value, number_of
from annotations.labels.options import no_answer, point_key, row
from annotations.labels.points import is_point, point_labels, point_schema, point_text, point_values, read_points
from annotations.labels.reading import ObjectReader, is_number, listed, tidy, typed_number
from annotations.labels.settings import points_table
from annotations.labels.types import registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@registry.register("likert")
class Likert(LabelType):
    """Config: `points` [{value, label, description}] in rising order. Value: the whole number of one point.

    Compared as ordinal: nothing says that the steps between the statements are equal.
    """

    key = "likert"
    title = gettext_noop("Likert scale")
    consensus = "median"
    inside_turns = True

    @property
    def settings(self):
        return (points_table(),)

    def clean_config(self, config):
        reader = ObjectReader(config)
        cleaned = {"points": read_points(reader)}
        reader.end()
        return cleaned

    def level(self, config):
        return "ordinal"

    def clean(self, config, value):
        if not is_point(config, value):
            raise bad_value(value, _("a number among %(values)s") % {"values": listed(point_values(config))})
        return tidy(value)

    def number(self, config, value):
        return float(value)

    def bounds(self, config):
        points = self.domain(config)
        return min(points), max(points)

    def domain(self, config):
        return tuple(float(value) for value in point_values(config))

    def display(self, config, value):
        return point_text(config, value)

    def listed_values(self, config):
        return point_labels(config)

    def from_listed(self, config, texts):
        return number_of(texts[0]) if len(texts) == 1 else None

    def json_schema(self, config):
        return point_schema(config)

    def from_form(self, config, values):
        return typed_number(super().from_form(config, values))

    def control(self, config, value, *, name, required):
        rows = [
            row(
                name=name,
                index=index,
                value=str(point["value"]),
                label=f"{point['value']} {point['label']}",
                description=point["description"],
                key=point_key(point_values(config), index),
                checked=is_number(value) and value == point["value"],
            )
            for index, point in enumerate(config["points"])
        ]
        return {"radios": True, "rows": rows if required else [*rows, no_answer(name=name)]}
