"""What is wrong with the rows of a file is stored as a code with parameters, as every other reason is.

English texts of earlier versions stood with what they were made of, under "words", or alone where nothing was put in.
"""

from django.db import migrations


def as_code(error):
    """A stored error of a row in the form of today; one that has it already stays."""
    if isinstance(error["reason"], dict):
        return error
    words = error.get("words") or {"source": [error["reason"]]}
    return {"row": error["row"], "column": error["column"], "reason": _message(words)}


def _message(words):
    values = {name: _message(value) if isinstance(value, dict) else value for name, value in words.get("values", {}).items()}
    return {"code": "message", "params": {"source": words["source"]} | ({"values": values} if values else {})}


def as_text(error):
    """The form of before; a text from outside has nothing put in."""
    if not isinstance(error["reason"], dict):
        return error
    words = _text(error["reason"])
    plain = {"row": error["row"], "column": error["column"], "reason": _english(words)}
    return plain if words.keys() == {"source"} and len(words["source"]) == 1 else plain | {"words": words}


def _text(reason):
    if reason["code"] != "message":
        return {"source": [reason["params"].get("text", reason["code"])]}
    params = reason["params"]
    values = {name: _text(value) if isinstance(value, dict) else value for name, value in params.get("values", {}).items()}
    return {"source": params["source"]} | ({"values": values} if values else {})


def _english(words):
    source = words["source"]
    text = source[1] if len(source) > 1 and source[2] != 1 else source[0]
    values = {name: _english(value) if isinstance(value, dict) else value for name, value in words.get("values", {}).items()}
    return text % values if values else text


def _rewritten(change):
    def run(apps, schema_editor):
        for model, column in (("datasets.DatasetVersion", "validation_errors"), ("annotations.ImportJob", "errors")):
            rows = apps.get_model(model).objects.exclude(**{column: []})
            for pk in list(rows.values_list("pk", flat=True)):
                _rewrite(rows.filter(pk=pk), column, change)

    return run


def _rewrite(rows, column, change):
    for found in rows.values_list(column, flat=True):
        changed = [change(error) for error in found]
        if changed != found:
            rows.update(**{column: changed})


class Migration(migrations.Migration):
    dependencies = [("annotations", "0007_unlisted_tasks"), ("datasets", "0005_produced_outputs")]

    operations = [migrations.RunPython(_rewritten(as_code), _rewritten(as_text))]
