"""Migration operations for what the database itself must refuse: edited history, and rows across organizations."""

from django.db import migrations


def append_only(table: str) -> migrations.RunSQL:
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


def frozen_once_used(table: str, *, used_by: str, column: str, free: str) -> migrations.RunSQL:
    """Refuse changes of `table`'s rows that `column` of a row of `used_by` names, but for their column `free`."""
    name = f"{table}_frozen"
    return migrations.RunSQL(
        f"""
        CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF to_jsonb(NEW) - '{free}' <> to_jsonb(OLD) - '{free}'
             AND EXISTS (SELECT FROM {used_by} WHERE {column} = OLD.id) THEN
            RAISE EXCEPTION 'a row of {table} that is in use never changes';
          END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER {name} BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {name}();
        """,
        f"DROP TRIGGER {name} ON {table}; DROP FUNCTION {name}();",
    )


def same_parent(table: str, *, column: str, parent: str, via: str = "organization_id") -> migrations.RunSQL:
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


def same_parent_in_use(table: str, *, column: str, parent: str) -> migrations.RunPython:
    """The same key in `organization_id` for tables with rows that are read and written meanwhile.

    For a migration with `atomic = False`. Each step is short or locks nobody out, and may be run again after a crash.
    """
    name, unique = f"{table}_{column}_same_organization"[:63], f"{parent}_organization_id_id"[:63]

    def add(apps, schema_editor):
        with schema_editor.connection.cursor() as cursor:
            if not _has_constraint(cursor, unique):
                # What a crash left of it is invalid and would never become valid.
                cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {unique}")
                cursor.execute(f"CREATE UNIQUE INDEX CONCURRENTLY {unique} ON {parent} (organization_id, id)")
                cursor.execute(f"ALTER TABLE {parent} ADD CONSTRAINT {unique} UNIQUE USING INDEX {unique}")
            if not _has_constraint(cursor, name):
                cursor.execute(
                    f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY (organization_id, {column})"
                    f" REFERENCES {parent} (organization_id, id) DEFERRABLE INITIALLY DEFERRED NOT VALID"
                )
            cursor.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")

    def remove(apps, schema_editor):
        schema_editor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")

    return migrations.RunPython(add, remove)


def references(table: str, *, column: str, parent: str) -> migrations.RunSQL:
    """What a foreign key refuses, checked once for all rows of a statement: a key's check of each row by itself costs
    a COPY of millions of rows a quarter of its time. The model's field has `db_constraint=False`.

    Deleting a parent looks through the whole table: for parents that are hardly ever deleted.
    """
    name = f"{table}_{column}"
    check = f"CREATE TRIGGER {name}_%s AFTER %s ON {table} REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT"
    return migrations.RunSQL(
        f"""
        CREATE FUNCTION {name}_known() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM FROM {parent} WHERE id IN (SELECT {column} FROM fresh) FOR KEY SHARE;
          IF EXISTS (SELECT {column} FROM fresh EXCEPT SELECT id FROM {parent}) THEN
            RAISE foreign_key_violation USING MESSAGE = 'a row of {table} has an unknown {column}',
              CONSTRAINT = '{name}_known';
          END IF;
          RETURN NULL;
        END $$;
        CREATE FUNCTION {name}_unused() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF EXISTS (SELECT FROM {table} WHERE {column} = OLD.id) THEN
            RAISE foreign_key_violation USING MESSAGE = 'a row of {table} has this {column}',
              CONSTRAINT = '{name}_known';
          END IF;
          RETURN OLD;
        END $$;
        {check % ("inserted", "INSERT")} EXECUTE FUNCTION {name}_known();
        {check % ("updated", "UPDATE")} EXECUTE FUNCTION {name}_known();
        CREATE TRIGGER {name}_unused BEFORE DELETE ON {parent}
        FOR EACH ROW EXECUTE FUNCTION {name}_unused();
        """,
        f"""
        DROP TRIGGER {name}_unused ON {parent};
        DROP TRIGGER {name}_updated ON {table};
        DROP TRIGGER {name}_inserted ON {table};
        DROP FUNCTION {name}_known();
        DROP FUNCTION {name}_unused();
        """,
    )


def _has_constraint(cursor, name):
    cursor.execute("SELECT 1 FROM pg_constraint WHERE conname = %s", [name])
    return cursor.fetchone() is not None
