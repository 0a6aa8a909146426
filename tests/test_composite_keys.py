"""Rows of one organization point at rows of the same one, and the database itself holds them to it."""

from django.apps import apps
from django.db import connection, models

COMPOSITE_KEYS = """
    SELECT child.relname, parent.relname,
           (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
            WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)) AS columns
    FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
    WHERE k.contype = 'f' AND cardinality(k.conkey) = 2 AND k.convalidated"""


def is_owned(model):
    return any(field.name == "organization" for field in model._meta.fields)


def references():
    """{(table, column, table that it points at)} between models that each name their organization."""
    return {
        (model._meta.db_table, field.column, field.related_model._meta.db_table)
        for model in apps.get_models(include_auto_created=True)
        if is_owned(model)
        for field in model._meta.fields
        if isinstance(field, models.ForeignKey) and is_owned(field.related_model)
    }


def test_every_reference_between_owned_rows_has_a_composite_key(db):
    with connection.cursor() as cursor:
        cursor.execute(COMPOSITE_KEYS)
        kept = {
            (child, column, parent)
            for child, parent, columns in cursor.fetchall()
            for column in columns
            if "organization_id" in columns and column != "organization_id"
        }

    assert len(references()) > 20
    assert sorted(references() - kept) == [], "Add same_parent_in_use of evalhub/lib/database/guards.py in a migration."
