"""Migration operations for what the database itself must refuse: edited history, and rows across organizations."""

from django.db import migrations


def append_only(table):
    """Refuse UPDATE and DELETE of `table`'s rows."""
    return migrations.RunSQL(
        f"""
        CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME; END $$;
        CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION refuse_change();
        """,
        f"DROP TRIGGER {table}_append_only ON {table};",
    )


def same_parent(table, *, column, parent, via="organization_id"):
    """A composite foreign key: the row and the `parent` row that `column` names agree in `via`."""
    name = f"{table}_{column}_same_{via.removesuffix('_id')}"[:63]
    unique = f"{parent}_{via}_id"[:63]
    return migrations.RunSQL(
        f"""
        DO $$ BEGIN
          IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = '{unique}') THEN
            ALTER TABLE {parent} ADD CONSTRAINT {unique} UNIQUE ({via}, id);
          END IF;
        END $$;
        ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY ({via}, {column}) REFERENCES {parent} ({via}, id)
        DEFERRABLE INITIALLY DEFERRED;
        """,
        f"ALTER TABLE {table} DROP CONSTRAINT {name};",
    )
