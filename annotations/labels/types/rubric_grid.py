"""Rubric grid: several criteria, each scored on one scale."""

from annotations.labels.base import LabelType, bad_value, number_of, number_text, posted, wrong_size
from annotations.labels.options import point_key, read_criteria
from annotations.labels.points import is_point, point_labels, point_schema, point_text, point_values, read_points
from annotations.labels.reading import ObjectReader, is_number, listed, shown, tidy, typed_number
from annotations.labels.settings import criteria_table, points_table
from annotations.labels.types import registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

MAX_CRITERIA = 30


@registry.register("rubric_grid")
class RubricGrid(LabelType):
    """Config: `criteria` [{value, label, description}] and `points` as of a Likert scale.

    Value: {criterion: number of a point}, every criterion. There is no level, number or consensus: several scores are
    not one, and a mean over criteria would be a weighting that nobody chose. Criteria whose agreement counts are
    asked as questions of their own.
    """

    key = "rubric_grid"
    title = gettext_noop("Rubric grid")
    scripts = ("js/annotations/labels/lines.js",)

    @property
    def settings(self):
        start = ({"value": "correctness", "label": _("Correctness")}, {"value": "clarity", "label": _("Clarity")})
        return (criteria_table(start=start), points_table())

    def clean_config(self, config):
        reader = ObjectReader(config)
        cleaned = {
            "criteria": read_criteria(reader, "criteria", minimum=1, maximum=MAX_CRITERIA),
            "points": read_points(reader),
        }
        reader.end()
        return cleaned

    def clean(self, config, value):
        names = _names(config)
        if not isinstance(value, dict):
            raise bad_value(value, _("an object with a number for each criterion"))
        unknown = next((name for name in value if name not in names), None)
        if unknown is not None:
            raise wrong_size(_("There is no criterion %(name)s") % {"name": shown(unknown)}, listed(names))
        for criterion in config["criteria"]:
            score = value.get(criterion["value"])
            if score is None:
                met = _("%(criterion)s has no score") % {"criterion": criterion["label"]}
                raise wrong_size(met, _("a score for each criterion"))
            if not is_point(config, score):
                met = _("%(criterion)s has %(score)s") % {"criterion": criterion["label"], "score": shown(score)}
                raise wrong_size(met, _("a number among %(values)s") % {"values": listed(point_values(config))})
        return {name: tidy(value[name]) for name in names}

    def is_empty(self, config, value):
        return value is None or value == {}

    def display(self, config, value):
        return ", ".join(
            f"{criterion['label']}: {point_text(config, value[criterion['value']])}"
            for criterion in config["criteria"]
            if criterion["value"] in value
        )

    def listed_values(self, config):
        """The points: what each criterion is scored with."""
        return point_labels(config)

    def moved(self, config, value, paired):
        scores = {name: paired.get(number_text(score)) for name, score in value.items()}
        return None if None in scores.values() else {name: number_of(text) for name, text in scores.items()}

    def json_schema(self, config):
        properties = {}
        for criterion in config["criteria"]:
            point = point_schema(config)
            about = " ".join(filter(None, (criterion["label"], criterion["description"])))
            properties[criterion["value"]] = point | {"description": f"{about}\n{point['description']}"}
        return {
            "type": "object",
            "properties": properties,
            "required": _names(config),
            "additionalProperties": False,
        }

    def from_form(self, config, values):
        """Nothing: a grid posts a field for each criterion."""

    def read(self, config, post, name):
        given = {criterion: posted(post.getlist(f"{name}.{criterion}")) for criterion in _names(config)}
        return {criterion: typed_number(text) for criterion, text in given.items() if text is not None} or None

    def hint(self, config):
        return _("Score every row.")

    def control(self, config, value, *, name, required):
        """`lines`, one for each criterion, with a cell for each point, and the heads of the columns."""
        scores = value if isinstance(value, dict) else {}
        lines = [
            _line(config, criterion, scores.get(criterion["value"]), f"{name}-{index}", f"{name}.{criterion['value']}")
            for index, criterion in enumerate(config["criteria"])
        ]
        return {"heads": config["points"], "lines": lines, "control_id": lines[0]["cells"][0]["id"]}


def _names(config):
    return [criterion["value"] for criterion in config["criteria"]]


def _line(config, criterion, score, line_id, name):
    cells = [
        {
            "id": f"{line_id}-{index}",
            "value": str(point["value"]),
            "label": point["label"],
            "digit": point_key(point_values(config), index),
            "checked": is_number(score) and score == point["value"],
        }
        for index, point in enumerate(config["points"])
    ]
    return {
        "id": line_id,
        "name": name,
        "label": criterion["label"],
        "description": criterion["description"],
        "cells": cells,
    }
