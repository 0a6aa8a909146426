"""The conditions of a question as rows of text fields: which answers before it make it asked or required."""

import re

from django.utils.translation import gettext_lazy as _

from annotations.labels.conditions import GROUPS, MAX_PARTS, TESTS
from annotations.labels.types import registry as label_types
from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError, InvalidInput

AS_JSON = "json"
JOINS = (
    ("", _("Always")),
    ("all", _("All conditions are met")),
    ("any", _("Any condition is met")),
    (AS_JSON, _("As JSON")),
)
NAMES = {
    "is": _("is"),
    "is_not": _("is not"),
    "contains": _("contains"),
    "at_least": _("is at least"),
    "at_most": _("is at most"),
    "answered": _("is answered"),
}
PARTS = ("question", "test", "value")
NO = ("no", "false", "0")
_PATH = re.compile(r"\.?(?:any|all)\[(\d+)\]\.?(\w*)")


def blank():
    """No condition. `join` is one of JOINS, `rows` hold a text for each of PARTS, `json` counts under AS_JSON."""
    return {"join": "", "rows": [], "json": ""}


def blank_row():
    return {"question": "", "test": "is", "value": ""}


def read(post, field):
    """The condition as posted under `field`; rows without a question are dropped unless there is just one."""
    count = post.get(f"{field}-rows", "0")
    count = min(int(count), MAX_PARTS) if count.isascii() and count.isdigit() and len(count) < 4 else 0
    rows = [{part: post.get(f"{field}-{index}-{part}", "") for part in PARTS} for index in range(count)]
    join = post.get(f"{field}-join", "")
    typed = {"join": join if join in dict(JOINS) else "", "rows": rows, "json": post.get(f"{field}-json", "")}
    if typed["join"] in GROUPS and not rows:
        typed["rows"] = [blank_row()]
    return typed


def condition(typed, types):
    """The condition as the schema holds it, None for none. `types` is {key: label type key} of the questions."""
    if typed["join"] == AS_JSON:
        try:
            return strict_json.loads(typed["json"])
        except EvalHubError as error:
            problem = f"is not JSON. {error.message}"
            raise InvalidInput(problem, code="invalid_schema", details={"path": "", "problem": problem}) from error
    if typed["join"] not in GROUPS:
        return None
    return {typed["join"]: [_test(row, types) for row in typed["rows"]]}


def of_condition(value):
    """Rows of a canonical condition; groups inside of groups are shown as JSON."""
    if value is None:
        return blank()
    ((join, parts),) = value.items()
    if any("question" not in part for part in parts):
        return {"join": AS_JSON, "rows": [], "json": strict_json.dumps(value)}
    return {"join": join, "rows": [_row(part) for part in parts], "json": ""}


def field_at(path, typed):
    """The end of the name of the field that a path inside the condition was typed into: "-0-value"."""
    if typed["join"] == AS_JSON:
        return "-json"
    found = _PATH.match(path)
    if found is None or int(found.group(1)) >= len(typed["rows"]):
        return "-join"
    part = found.group(2)
    return f"-{found.group(1)}-{'value' if part in TESTS else 'question'}"


def _test(row, types):
    test = row["test"] if row["test"] in TESTS else "is"
    text, asked = row["value"].strip(), types.get(row["question"])
    if test == "answered":
        value = text.lower() not in NO
    else:
        value = label_types[asked].from_condition(test, text) if asked in label_types else text
    return {"question": row["question"].strip(), test: value}


def _row(part):
    ((test, value),) = ((name, value) for name, value in part.items() if name != "question")
    if test == "answered":
        text = "yes" if value else "no"
    else:
        text = ", ".join(value) if isinstance(value, list) else str(value)
    return {"question": part["question"], "test": test, "value": text}
