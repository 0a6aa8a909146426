"""The questions of a task as rows of text fields, and their way to the schema and back."""

import re
from dataclasses import dataclass, field, replace

from annotations.labels.base import USUAL as USUAL_TYPE
from annotations.labels.schema import MAX_QUESTIONS
from annotations.labels.types import registry
from annotations.tasks.forms import condition_rows
from annotations.tasks.forms.editors import AS_JSON, editor_of
from evalhub.lib.errors import InvalidInput

TEXTS = ("key", "title", "type", "help", "reason", "evidence", "metric")
FLAGS = ("required", "as_json")
CONDITIONS = ("show_if", "require_if")
USUAL = {"reason": "optional", "evidence": "off"}
BLANK = {
    "key": "",
    "title": "",
    "help": "",
    "type": USUAL_TYPE,
    "required": True,
    "as_json": False,
    "metric": "",
} | USUAL
PATH = re.compile(r"fields\[(\d+)\]\.?(.*)", re.DOTALL)


@dataclass
class QuestionRow:
    """One question as typed: common texts and flags, what the editor of its type holds, its conditions.

    `errors` holds sentences by the end of the field's name ("title", "options-1-value"); "" is the whole question.
    """

    texts: dict
    typed: dict
    conditions: dict
    errors: dict = field(default_factory=dict)

    @property
    def editor(self):
        return AS_JSON if self.texts["as_json"] else editor_of(self.texts["type"])

    @property
    def may_use_json(self):
        return editor_of(self.texts["type"]) is not AS_JSON


def new_row(**texts):
    row = QuestionRow(texts=BLANK | texts, typed={}, conditions={name: condition_rows.blank() for name in CONDITIONS})
    row.typed = row.editor.blank()
    return row


def read_rows(post):
    """The rows of a posted builder."""
    count = post.get("questions", "0")
    count = min(int(count), MAX_QUESTIONS) if count.isascii() and count.isdigit() and len(count) < 4 else 0
    return [_read_row(post, f"f{index}") for index in range(count)]


def key_of(row, index):
    """The key of a question: as typed, else from its title; languages without Latin letters get a number."""
    if row.texts["key"].strip():
        return row.texts["key"].strip()
    words = re.sub(r"[^a-z0-9]+", "_", row.texts["title"].lower()).strip("_")[:40].rstrip("_")
    return words if words[:1].isalpha() else f"question_{index + 1}"


def to_schema(rows):
    """The schema of the rows; InvalidInput with `details.path` names the field that cannot be read."""
    types = {key_of(row, index): row.texts["type"] for index, row in enumerate(rows)}
    return {"fields": [field_of(row, index, types) for index, row in enumerate(rows)]}


def field_of(row, index, types):
    """The schema of one row. Settings that say what is usual are left out."""
    texts = row.texts
    made = {
        "key": key_of(row, index),
        "type": texts["type"],
        "title": " ".join(texts["title"].split()),
        "help": texts["help"].replace("\r\n", "\n"),
        "required": texts["required"],
    }
    made |= {name: texts[name] for name, usual in USUAL.items() if texts[name] != usual}
    made |= {"metric": texts["metric"]} if texts["metric"] else {}
    for name in CONDITIONS:
        condition = _at(f"fields[{index}].{name}", condition_rows.condition, row.conditions[name], types)
        made |= {name: condition} if condition is not None else {}
    return made | _at(f"fields[{index}]", row.editor.config, row.typed)


def without_conditions(row):
    return replace(row, conditions={name: condition_rows.blank() for name in CONDITIONS})


def from_specs(specs):
    """The rows of questions that exist. What the fields of an editor would lose is shown as JSON."""
    rows = []
    for spec in specs:
        texts = {
            "key": spec.key,
            "title": spec.title,
            "type": spec.label_type,
            "help": spec.help,
            "required": spec.required,
            "reason": spec.reason,
            "evidence": spec.evidence,
            "metric": str(spec.metric_id or ""),
        }
        row = new_row(**texts)
        row.typed = row.editor.typed(spec.config)
        if not _keeps(row, spec):
            row.texts["as_json"] = True
            row.typed = AS_JSON.typed(spec.config)
        row.conditions = {name: condition_rows.of_condition(getattr(spec, name)) for name in CONDITIONS}
        rows.append(row)
    return rows


def show_error(rows, error):
    """Put a schema's InvalidInput beside the field it is about; False when it is about none of them."""
    found = PATH.fullmatch(error.details.get("path", ""))
    if found is None or int(found.group(1)) >= len(rows):
        return False
    row, path = rows[int(found.group(1))], found.group(2)
    name = field_at(row, path)
    problem = error.details.get("problem", error.message)
    row.errors[name] = f"{path} {problem}".strip() if name == "config" else sentence(error)
    return True


def sentence(error):
    """What a form says of a schema's refusal: what to do, without a path."""
    text = error.details.get("advice") or error.details.get("problem", error.message)
    return text[:1].upper() + text[1:]


def field_at(row, path):
    """The end of the name of the field that a path inside a question was typed into; "" for none."""
    for name in CONDITIONS:
        if path == name or path.startswith(f"{name}."):
            return name + condition_rows.field_at(path.removeprefix(name), row.conditions[name])
    if path in (*TEXTS, "required"):
        return path
    if row.editor is AS_JSON and path:
        return "config"
    return row.editor.field_at(path, row.typed)


def _read_row(post, prefix):
    texts = {name: post.get(f"{prefix}-{name}", BLANK[name]) for name in TEXTS}
    texts |= {name: f"{prefix}-{name}" in post for name in FLAGS}
    if texts["type"] not in registry:
        texts["type"] = BLANK["type"]
    row = new_row(**texts)
    was = post.get(f"{prefix}-was", texts["type"])
    if was == texts["type"]:
        row.typed = row.editor.read(post, prefix)
    else:  # another type was chosen: what both types have stays
        posted = {name[len(prefix) + 1 :].partition("-")[0] for name in post if name.startswith(f"{prefix}-")}
        row.typed |= {name: value for name, value in row.editor.read(post, prefix).items() if name in posted}
    row.conditions = {name: condition_rows.read(post, f"{prefix}-{name}") for name in CONDITIONS}
    return row


def _keeps(row, spec):
    label_type = registry[spec.label_type]
    try:
        return label_type.clean_config(row.editor.config(row.typed)) == spec.config
    except InvalidInput:
        return False


def _at(path, read, *given):
    """What `read` returns; the path of its refusal starts with `path`."""
    try:
        return read(*given)
    except InvalidInput as error:
        inner = error.details.get("path", "")
        whole = f"{path}.{inner}" if inner else path
        raise InvalidInput(error.message, code=error.code, details=error.details | {"path": whole}) from error
