"""Why something waits or failed is stored as a code with parameters: English that is ours becomes its code.

A text that is none of these is kept as a text from outside. The columns stay text, so old rows may be read meanwhile.
"""

import json
import re

from django.db import migrations

ROWS_AT_ONCE = 5_000
BUDGET = "$%(limit)s, of which $%(spent)s spent and $%(reserved)s reserved for running requests."
# As they stood when this was written; later wordings belong to `reviews.engine.actions.reasons` and its siblings alone.
SENTENCES = {
    "stage_incomplete": "Some requests of %(stage)s failed, and this run requires all. Retry failed requests to continue.",
    "stage_failed": "All requests of %(stage)s failed.",
    "run_budget": f"The budget of this run is used up: {BUDGET} Raise the budget and resume the run.",
    "month_budget": f"The organization's budget for this month is used up: {BUDGET} "
    "Raise the budget or wait until next month.",
    "budget_reserved": "The rest of the budget is reserved for running calls. Wait until they finish.",
    "no_provider_reason": "The provider gave no reason.",
    "answer_awaited": "The same is being asked elsewhere, and its answer will do here too.",
    "rate_limit": "Waits for room in the rate limits.",
    "probing": "Waits for another request that tries whether the model can be asked again.",
    "batch_tokens": "Waits for room in the tokens that batches may hold at the provider.",
    "run_not_running": "The run does not go on.",
    "batch_full": "The batch was full.",
    "batch_empty": "No row was left to be sent.",
    "batch_ambiguous": "%(problem)s The rows wait until it can be told which is theirs.",
    "batch_unknown_names": "%(n)s results carry a name that is not of this batch.",
    "batch_sent_again": "Its rows were sent again because somebody asked for it. If the provider has it, they are "
    "billed twice.",
    "comparison_failed": "The comparison failed. The cause was logged.",
    "disk_full": "The disk of the server is full.",
    "writing_failed": "Writing the file failed; the cause was logged.",
    "file_gone": "The file no longer exists. Upload it again.",
    "import_failed": "The import failed. The cause was logged.",
    "file_refused": "The file has %(n)s errors. Nothing was imported.",
    "worker_crash": "worker_crash",
}
SINGULAR = {
    "batch_unknown_names": "%(n)s result carries a name that is not of this batch.",
    "file_refused": "The file has %(n)s error. Nothing was imported.",
}
GROUPS = {"stage": r"[\w-]+", "n": r"[\d,]+", "problem": r".+"}


def _pattern(sentence):
    return re.sub(
        r"%\\\((\w+)\\\)s", lambda found: f"(?P<{found[1]}>{GROUPS.get(found[1], '[0-9.]+')})", re.escape(sentence)
    )


PATTERNS = [
    (code, re.compile(_pattern(sentence), re.DOTALL))
    for sentences in (SENTENCES, SINGULAR)
    for code, sentence in sentences.items()
]


def as_code(text):
    """The stored form of an English text; one that is a code already stays."""
    if text.startswith('{"code":'):
        return text
    found = [(code, match) for code, pattern in PATTERNS if (match := pattern.fullmatch(text))]
    code, params = (found[0][0], found[0][1].groupdict()) if len(found) == 1 else ("text", {"text": text})
    if "n" in params:
        params["n"] = int(params["n"].replace(",", ""))
    return json.dumps({"code": code, "params": dict(sorted(params.items()))}, ensure_ascii=False, separators=(",", ":"))


def as_english(stored):
    if not stored.startswith('{"code":'):
        return stored
    found = json.loads(stored)
    code, params = found["code"], found["params"]
    if code == "text":
        return params["text"]
    n = params.get("n")
    sentence = SINGULAR[code] if n == 1 else SENTENCES.get(code, code.replace("%", "%%"))
    return sentence % (params if n is None else params | {"n": f"{n:,}"})


def _rewritten(change):
    def run(apps, schema_editor):
        for model, column in _columns(apps):
            _rewrite(model, column, change, schema_editor.connection)

    return run


def _columns(apps):
    """Of all rows that a worker takes and ends, and of runs and batches."""
    for model in apps.get_models():
        names = {field.name for field in model._meta.local_fields}
        if {"lease_owner", "last_error"} <= names:
            yield model, "last_error"
    yield apps.get_model("reviews", "EvaluationRun"), "status_reason"
    yield apps.get_model("reviews", "EvaluationRun"), "held_reason"
    yield apps.get_model("reviews", "LLMBatch"), "reason"


def _rewrite(model, column, change, connection):
    table, kind = model._meta.db_table, model._meta.pk.rel_db_type(connection)
    update = (
        f"UPDATE {table} SET {column} = v.new FROM unnest(%s::{kind}[], %s::text[], %s::text[]) AS v(id, old, new) "
        f"WHERE {table}.id = v.id AND {column} = v.old"
    )
    rows, last = model.objects.exclude(**{column: ""}).order_by("pk").values_list("pk", column), None
    while found := list((rows if last is None else rows.filter(pk__gt=last))[:ROWS_AT_ONCE]):
        last = found[-1][0]
        changed = [(pk, old, new) for pk, old in found if (new := change(old)) != old]
        if changed:
            with connection.cursor() as cursor:
                cursor.execute(update, [list(values) for values in zip(*changed, strict=True)])


class Migration(migrations.Migration):
    atomic = False  # in steps: each is written by itself, and may be done again

    dependencies = [
        ("accounts", "0001_squashed"),
        ("annotations", "0003_formats_of_the_registries"),
        ("datasets", "0003_formats_of_the_registry"),
        ("reviews", "0008_prompts"),
    ]

    operations = [migrations.RunPython(_rewritten(as_code), _rewritten(as_english))]
