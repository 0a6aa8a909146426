"""Points: the ordered, named steps of a scale, each in its own words."""

from annotations.labels.reading import HELP_LENGTH, ObjectReader, is_number, listed, refusal
from evalhub.lib.translation import gettext as _

MIN_POINTS, MAX_POINTS = 2, 11
LIMIT = 1_000


def read_points(reader):
    """The canonical points under "points": value (a whole number, rising), label and description each.

    A bare text is a label, and the number of its point then is its place from 1.
    """
    given = reader.array("points", minimum=MIN_POINTS, maximum=MAX_POINTS, of=_("points"))
    points = [_read_point(data, f"{reader.at('points')}[{index}]", index + 1) for index, data in enumerate(given)]
    for index in range(1, len(points)):
        if points[index]["value"] <= points[index - 1]["value"]:
            raise refusal(
                f"{reader.at('points')}[{index}].value",
                _("is %(met)s. Valid: more than %(before)s, the point before.")
                % {"met": points[index]["value"], "before": points[index - 1]["value"]},
                _("Enter more than %(before)s, the point before.") % {"before": points[index - 1]["value"]},
            )
    return points


def point_values(config):
    return [point["value"] for point in config["points"]]


def point_labels(config):
    """{value as text: label} of the points."""
    return {str(point["value"]): point["label"] for point in config["points"]}


def is_point(config, value):
    return is_number(value) and value in point_values(config)


def point_text(config, value):
    """ "4 (good)"."""
    label = next((point["label"] for point in config["points"] if point["value"] == value), "")
    return f"{value} ({label})" if label else str(value)


def point_schema(config):
    """JSON Schema of one point: bounds, not a list of numbers, which some providers refuse, and what each means."""
    values = point_values(config)
    lines = [
        f"{point['value']}: {point['label']}" + (f" ({point['description']})" if point["description"] else "")
        for point in config["points"]
    ]
    if values != list(range(values[0], values[-1] + 1)):
        lines.insert(0, f"One of {listed(values)}.")
    return {"type": "integer", "minimum": values[0], "maximum": values[-1], "description": "\n".join(lines)}


def _read_point(data, path, place):
    reader = ObjectReader({"label": data} if isinstance(data, str) else data, path)
    point = {
        "value": reader.number("value", place, minimum=-LIMIT, maximum=LIMIT, whole=True),
        "label": reader.text("label"),
        "description": reader.text("description", "", maximum=HELP_LENGTH, lines=True),
    }
    reader.end()
    return point
