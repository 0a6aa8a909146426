"""Why requests, calls, models and jobs failed is stored as a code with parameters; English of before is a text."""

from django.db import migrations

ROWS_AT_ONCE = 5_000
COLUMNS = [
    ("LLMRequest", "error_message"),
    ("LLMAttempt", "error_message"),
    ("ProviderState", "reason"),
    ("Job", "error_message"),
]
AS_CODE = """'{"code":"text","params":{"text":' || to_json({column})::text || '}}'"""
IS_CODE = """{column} LIKE '{{"code":%%'"""


def as_codes(apps, schema_editor, columns=COLUMNS):
    for model, column in columns:
        texts = f"{column} <> '' AND NOT {IS_CODE.format(column=column)}"
        _rewrite(apps.get_model("reviews", model), column, AS_CODE.replace("{column}", column), texts, schema_editor)


def as_texts(apps, schema_editor, columns=COLUMNS):
    """In the words of this version."""
    from evalhub.lib import reasons

    for model, column in columns:
        rows = apps.get_model("reviews", model).objects.filter(**{f"{column}__startswith": '{"code":'})
        while found := list(rows.values_list(column, flat=True).distinct()[:ROWS_AT_ONCE]):
            for stored in found:
                rows.filter(**{column: stored}).update(**{column: reasons.loads(stored).english})


def _rewrite(model, column, value, condition, schema_editor):
    """Rows change in steps, by their keys in order; a step that is done again changes nothing."""
    table = model._meta.db_table
    step = (
        f"UPDATE {table} SET {column} = {value} WHERE id IN "
        f"(SELECT id FROM {table} WHERE {condition} ORDER BY id LIMIT %s)"
    )
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(step, [ROWS_AT_ONCE])
        while cursor.rowcount:
            cursor.execute(step, [ROWS_AT_ONCE])


class Migration(migrations.Migration):
    atomic = False  # in steps: each is written by itself, and may be done again

    dependencies = [("reviews", "0014_prompts_of_gradings")]

    operations = [migrations.RunPython(as_codes, as_texts)]
