"""Settings that several label types share: the table of options and the ends of a scale."""

from django.utils.translation import gettext_lazy as _

from annotations.labels.options import DIGITS
from annotations.tasks.forms.settings import Column, Names, Number, Table


def _usual_digit(place, row):
    return DIGITS[place] if place < len(DIGITS) else None


def options(**words):
    """The table of `options`; `words` are other words for it."""
    columns = (
        Column("value", _("Value"), width="narrow"),
        Column("label", _("Words shown"), usual=lambda place, row: row["value"]),
        Column("description", _("Description"), lines=True),
        Column("key", _("Key"), width="digit", usual=_usual_digit),
    )
    usual = {
        "label": _("Options"),
        "add": _("Add an option"),
        "help": _("The value is stored; the words are shown, and the value where there are none."),
    }
    return Table(**{"name": "options", "columns": columns, "wide": True} | usual | words)


def criteria(name="criteria", **words):
    """A table of named things that are judged or ranked."""
    columns = (
        Column("value", _("Value"), width="narrow"),
        Column("label", _("Words shown"), usual=lambda place, row: row["value"]),
        Column("description", _("Description"), lines=True),
    )
    return Table(
        **{"name": name, "label": _("Criteria"), "add": _("Add a criterion"), "columns": columns, "wide": True} | words
    )


def points():
    """The table of the points of a scale of statements."""
    columns = (
        Column("label", _("Statement")),
        Column("value", _("Number"), width="digit", is_number=True, usual=lambda place, row: place + 1),
        Column("description", _("Description"), lines=True),
    )
    return Table(
        "points",
        _("Points"),
        _("In rising order. Without a number, a point counts by its place."),
        wide=True,
        add=_("Add a point"),
        columns=columns,
    )


def scale():
    """Least and greatest point, the step between two, and the names of points."""
    return (
        Number("scale_min", _("From"), path=("scale", "min"), placeholder="1"),
        Number("scale_max", _("To"), path=("scale", "max"), placeholder="5"),
        Number("scale_step", _("Step"), path=("scale", "step"), placeholder="1"),
        Names(
            "scale_labels",
            _("Names of points"),
            _("One a line, such as 1 = Poor."),
            path=("scale", "labels"),
            wide=True,
            optional=True,
        ),
    )
