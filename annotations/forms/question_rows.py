"""The questions of a task as rows of text fields, and their way to the schema and back."""

import re
from dataclasses import dataclass, field, replace

from annotations.labels import registry
from annotations.labels.number import typed_number
from annotations.schema import MAX_QUESTIONS
from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError, InvalidInput

FLAGS = ("required", "ordered", "integer", "ratio", "multiline")
TEXTS = (
    "key", "title", "type", "help", "options", "min_selected", "max_selected", "scale_min", "scale_max", "scale_step",
    "scale_labels", "min", "max", "unit", "max_length", "config",
)
STARTER = {
    "key": "verdict", "title": "Is the answer correct?", "type": "single_choice", "required": True, "ordered": True,
    "options": "correct | Correct\npartly | Partly correct\nwrong | Wrong",
}
BLANK = {"type": "single_choice", "required": True, "multiline": True}
PATH = re.compile(r"fields\[(\d+)\]\.?(.*)", re.DOTALL)


@dataclass
class QuestionRow:
    """One question as typed: `texts` by field name, flags as booleans; `error` says what is wrong with it.

    A row that was just added (`is_new`) takes the focus.
    """

    texts: dict
    error: str = ""
    is_new: bool = False
    types: list = field(default_factory=lambda: [(key, registry[key].title) for key in registry])

    @property
    def editor(self):
        """Which fields the type has; types without an editor of their own are set up as JSON."""
        return self.texts["type"] if self.texts["type"] in CONFIGS else "other"


def new_row(values=None):
    blank = dict.fromkeys(TEXTS, "") | dict.fromkeys(FLAGS, False)
    return QuestionRow(texts=blank | BLANK | (values or {}))


def read_rows(post):
    """The rows of a posted builder."""
    count = post.get("questions", "0")
    count = min(int(count), MAX_QUESTIONS) if count.isascii() and count.isdigit() and len(count) < 4 else 0
    rows = []
    for index in range(count):
        values = {name: post.get(f"f{index}-{name}", "") for name in TEXTS}
        values |= {name: f"f{index}-{name}" in post for name in FLAGS}
        rows.append(new_row({name: value for name, value in values.items() if name != "type" or value in registry}))
    return rows


def rearrange(rows, action):
    """`add`, `remove:2`, `up:2`, `down:2`; anything else leaves the rows as they are."""
    verb, _, text = action.partition(":")
    if verb == "add" and len(rows) < MAX_QUESTIONS:
        return [*rows, replace(new_row(), is_new=True)]
    if not (text.isascii() and text.isdigit() and int(text) < len(rows)):
        return rows
    place = int(text)
    if verb == "remove":
        return rows[:place] + rows[place + 1 :]
    target = place + {"up": -1, "down": 1}.get(verb, 0)
    if 0 <= target < len(rows):
        rows[place], rows[target] = rows[target], rows[place]
    return rows


def to_schema(rows):
    """The schema of the rows; InvalidInput with `details.path` names the row that cannot be read."""
    fields = []
    for index, row in enumerate(rows):
        texts = row.texts
        fields.append({
            "key": texts["key"].strip() or _key(texts["title"], index), "type": texts["type"],
            "title": " ".join(texts["title"].split()), "help": texts["help"].replace("\r\n", "\n"),
            "required": texts["required"], **_config(texts, index),
        })
    return {"fields": fields}


def from_specs(specs):
    """The rows of questions that exist; InvalidInput where text fields cannot hold them."""
    rows = []
    for spec in specs:
        config = spec.config
        texts = {"key": spec.key, "title": spec.title, "type": spec.label_type, "help": spec.help,
                 "required": spec.required}
        reader = TEXTS_OF.get(spec.label_type)
        texts |= reader(config) if reader else {"config": strict_json.dumps(config)}
        rows.append(new_row({name: _shown(value) for name, value in texts.items()}))
    return rows


def place_error(rows, error):
    """Put a schema's InvalidInput at its row; False when it is about none of them."""
    found = PATH.fullmatch(error.details.get("path", ""))
    if found is None or int(found.group(1)) >= len(rows):
        return False
    rows[int(found.group(1))].error = f"{found.group(2)} {error.details.get('problem', error.message)}".strip()
    return True


def _key(title, index):
    """A key from the title; languages without Latin letters get a number."""
    words = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")[:40].rstrip("_")
    return words if words[:1].isalpha() else f"question_{index + 1}"


def _config(texts, index):
    reader = CONFIGS.get(texts["type"])
    if reader:
        return {name: value for name, value in reader(texts).items() if value not in ("", None)}
    try:
        config = strict_json.loads(texts["config"] or "{}")
    except EvalHubError as error:
        problem = f"is not JSON. {error.message}"
        raise InvalidInput(problem, code="invalid_schema", details={
            "path": f"fields[{index}].config", "problem": problem}) from error
    return config if isinstance(config, dict) else {"config": config}


def _lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def _options(texts):
    """One option a line: `value | label | description | key`, of which only the first is needed."""
    options = []
    for line in _lines(texts["options"]):
        parts = [part.strip() for part in line.split("|", 3)]
        names = ("value", "label", "description", "key")
        options.append({name: part for name, part in zip(names, parts, strict=False) if part})
    return options


def _option_lines(config):
    lines = []
    for place, option in enumerate(config["options"]):
        usual = "1234567890"[place] if place < 10 else None
        parts = [option["value"], option["label"] if option["label"] != option["value"] else "", option["description"],
                 option["key"] if option["key"] != usual else ""]
        if any("|" in (part or "") or "\n" in (part or "") for part in parts):
            raise InvalidInput("An option holds a line end or the sign |. Edit these questions as JSON.")
        while parts and not parts[-1]:
            parts.pop()
        lines.append(" | ".join(part or "" for part in parts))
    return "\n".join(lines)


def _scale(texts):
    labels = {}
    for line in _lines(texts["scale_labels"]):
        point, _, label = line.partition("=")
        labels[point.strip()] = label.strip()
    scale = {"min": typed_number(texts["scale_min"]), "max": typed_number(texts["scale_max"]),
             "step": typed_number(texts["scale_step"]), "labels": labels}
    return {"scale": {name: value for name, value in scale.items() if value != ""}}


def _scale_texts(config):
    scale = config["scale"]
    lines = "\n".join(f"{point} = {label}" for point, label in scale["labels"].items())
    return {"scale_min": scale["min"], "scale_max": scale["max"], "scale_labels": lines,
            "scale_step": scale["step"] if scale["step"] != 1 else ""}


def _numbers(texts, *names):
    return {name: typed_number(texts[name]) for name in names}


CONFIGS = {
    "single_choice": lambda texts: {"options": _options(texts), "ordered": texts["ordered"]},
    "multiple_choice": lambda texts: {"options": _options(texts)} | _numbers(texts, "min_selected", "max_selected"),
    "rating": _scale,
    "number": lambda texts: _numbers(texts, "min", "max")
    | {"integer": texts["integer"], "ratio": texts["ratio"], "unit": texts["unit"].strip()},
    "text": lambda texts: _numbers(texts, "max_length") | {"multiline": texts["multiline"]},
}
TEXTS_OF = {
    "single_choice": lambda config: {"options": _option_lines(config), "ordered": config["ordered"]},
    "multiple_choice": lambda config: {
        "options": _option_lines(config),
        **{name: config[name] for name in ("min_selected", "max_selected")},
    },
    "rating": _scale_texts,
    "number": lambda config: {name: config[name] for name in ("min", "max", "integer", "ratio", "unit")},
    "text": lambda config: {name: config[name] for name in ("max_length", "multiline")},
}


def _shown(value):
    return value if isinstance(value, (str, bool)) else "" if value is None else str(value)
