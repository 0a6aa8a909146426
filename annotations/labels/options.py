"""Options of choice questions: reading them, their key digits, their rows on the form."""

from annotations.labels.reading import HELP_LENGTH, ObjectReader, listed, not_valid, refusal, shown
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

MAX_OPTIONS = 200
_THINGS = {"options": gettext_noop("options"), "criteria": gettext_noop("criteria")}
DIGITS = "1234567890"  # in the order of the keyboard


def read_options(reader, *, minimum):
    """The canonical options under "options": value, label, description and key ("1".."9", "0" or None) each."""
    options = _read_named(reader, "options", minimum, MAX_OPTIONS)
    _assign_digits(options, reader.at("options"))
    return options


def read_criteria(reader, name, *, minimum, maximum):
    """Things that are judged each for itself: value, label and description each, without a digit."""
    criteria = _read_named(reader, name, minimum, maximum)
    if any(criterion.pop("key") for criterion in criteria):
        raise refusal(reader.at(name), _("has a key. Valid: %(valid)s.") % {"valid": "value, label, description"})
    return criteria


def _read_named(reader, name, minimum, maximum):
    found, seen = [], {}
    for index, data in enumerate(reader.array(name, minimum=minimum, maximum=maximum, of=_THINGS[name])):
        path = f"{reader.at(name)}[{index}]"
        if isinstance(data, str):
            example = '{"value": "good", "label": "Good"}'
            raise not_valid(path, data, _("an object such as %(example)s") % {"example": example})
        given = ObjectReader(data, path)
        value = given.text("value")
        if value != value.strip():
            raise not_valid(f"{path}.value", value, _("a text without blanks around it"))
        thing = {
            "value": value,
            "label": given.text("label", "") or value,
            "description": given.text("description", "", maximum=HELP_LENGTH, lines=True),
            "key": given.text("key", "") or None,
        }
        given.end()
        if thing["value"] in seen:
            met = {"met": shown(thing["value"]), "place": f"{name}[{seen[thing['value']]}]"}
            raise refusal(
                f"{path}.value",
                _("is %(met)s, as in %(place)s. Valid: once.") % met,
                _("%(met)s is here twice. Change one.") % met,
            )
        seen[thing["value"]] = index
        found.append(thing)
    return found


def _assign_digits(options, path):
    """Keep the digits that were asked for; the other options take the free ones in order until none is left."""
    taken = set()
    for index, option in enumerate(options):
        key = option["key"]
        if key is not None and (key not in list(DIGITS) or key in taken):
            raise not_valid(f"{path}[{index}].key", key, _("a digit 0 to 9 used by one option only"))
        taken.add(key)
    free = iter([digit for digit in DIGITS if digit not in taken])
    for option in options:
        option["key"] = option["key"] or next(free, None)


def option_values(config):
    return [option["value"] for option in config["options"]]


def option_labels(config):
    """{value: label} of the options."""
    return {option["value"]: option["label"] for option in config["options"]}


def option_label(config, value):
    return next((option["label"] for option in config["options"] if option["value"] == value), str(value))


def option_schema(config):
    """JSON Schema of one option's value, its description telling what each means."""
    lines = [_meaning(option) for option in config["options"]]
    return {"type": "string", "enum": option_values(config), "description": "\n".join(lines)}


def valid_options(config):
    return _("one of %(values)s") % {"values": listed(option_values(config))}


def option_rows(config, selected, *, name):
    """One row per option for the form; `selected` is a collection of values."""
    # An option without a digit has one of the digits with Shift, in order, then none.
    shifted = iter([f"⇧{digit}" for digit in DIGITS])
    return [
        row(
            name=name,
            index=index,
            value=option["value"],
            label=option["label"],
            description=option["description"],
            key=option["key"] or next(shifted, ""),
            checked=option["value"] in selected,
        )
        for index, option in enumerate(config["options"])
    ]


def row(*, name, index, value, label, checked, description="", key=""):
    """What a template shows of one radio button or checkbox."""
    row_id = f"{name}-{index}"
    return {
        "id": row_id,
        "value": value,
        "label": label,
        "description": description,
        "description_id": f"{row_id}-description" if description else "",
        "key": key,
        "checked": checked,
    }


def point_key(points, index):
    """The digit that chooses a point: the point itself where that can be, 10 as 0, else its place; "" for none.

    Beside a point 0, 10 is 0 with Shift.
    """
    point = points[index]
    if all(isinstance(each, int) and 0 <= each <= 10 for each in points):
        return str(point) if point < 10 else "⇧0" if 0 in points else "0"
    return DIGITS[index] if index < len(DIGITS) and len(points) <= len(DIGITS) else ""


def no_answer(*, name):
    """The row that takes an answer back: radio buttons of an optional question cannot be unset otherwise."""
    return row(name=name, index="none", value="", label=_("No answer"), checked=False)


def none_applies(config, *, name, checked):
    """The row of several options that says that none of them applies: an answer, unlike nothing that is ticked."""
    taken = {option["key"] for option in config["options"]}
    key = next((digit for digit in reversed(DIGITS) if digit not in taken), "")
    return row(name=name, index="none", value="", label=_("None"), checked=checked, key=key) | {"is_none": True}


def _meaning(option):
    text = option["value"] if option["label"] == option["value"] else f"{option['value']}: {option['label']}"
    return f"{text} ({option['description']})" if option["description"] else text
