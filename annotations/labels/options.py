"""Options of choice questions: reading them, their key digits, their rows on the form."""

from annotations.labels.reading import HELP_LENGTH, ObjectReader, listed, refusal, shown

MAX_OPTIONS = 200
DIGITS = "1234567890"  # in the order of the keyboard


def read_options(reader, *, minimum):
    """The canonical options under "options": value, label, description and key ("1".."9", "0" or None) each."""
    given = reader.array("options", minimum=minimum, maximum=MAX_OPTIONS, of="options")
    options, seen = [], {}
    for index, data in enumerate(given):
        path = f"{reader.at('options')}[{index}]"
        option = _read_option(data, path)
        if option["value"] in seen:
            raise refusal(
                f"{path}.value", f"is {shown(option['value'])}, as in options[{seen[option['value']]}]. Valid: once."
            )
        seen[option["value"]] = index
        options.append(option)
    _assign_digits(options, reader.at("options"))
    return options


def _read_option(data, path):
    if isinstance(data, str):
        raise refusal(path, f'is {shown(data)}. Valid: an object such as {{"value": "good", "label": "Good"}}.')
    reader = ObjectReader(data, path)
    value = reader.text("value")
    if value != value.strip():
        raise refusal(f"{path}.value", f"is {shown(value)}. Valid: a text without blanks around it.")
    option = {
        "value": value,
        "label": reader.text("label", "") or value,
        "description": reader.text("description", "", maximum=HELP_LENGTH, lines=True),
        "key": reader.text("key", "") or None,
    }
    reader.end()
    return option


def _assign_digits(options, path):
    """Keep the digits that were asked for; the other options take the free ones in order until none is left."""
    taken = set()
    for index, option in enumerate(options):
        key = option["key"]
        if key is not None and (key not in list(DIGITS) or key in taken):
            raise refusal(f"{path}[{index}].key", f"is {shown(key)}. Valid: a digit 0 to 9 used by one option only.")
        taken.add(key)
    free = iter([digit for digit in DIGITS if digit not in taken])
    for option in options:
        option["key"] = option["key"] or next(free, None)


def option_values(config):
    return [option["value"] for option in config["options"]]


def option_label(config, value):
    return next((option["label"] for option in config["options"] if option["value"] == value), str(value))


def option_schema(config):
    """JSON Schema of one option's value, its description telling what each means."""
    lines = [_meaning(option) for option in config["options"]]
    return {"type": "string", "enum": option_values(config), "description": "\n".join(lines)}


def valid_options(config):
    return f"one of {listed(option_values(config))}"


def option_rows(config, selected, *, name):
    """One row per option for the form; `selected` is a collection of values."""
    return [
        row(
            name=name,
            index=index,
            value=option["value"],
            label=option["label"],
            description=option["description"],
            key=option["key"] or "",
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


def no_answer(*, name):
    """The row that takes an answer back: radio buttons of an optional question cannot be unset otherwise."""
    return row(name=name, index="none", value="", label="No answer", checked=False)


def _meaning(option):
    text = option["value"] if option["label"] == option["value"] else f"{option['value']}: {option['label']}"
    return f"{text} ({option['description']})" if option["description"] else text
