"""Gates in the database of a running stack: what comes to one waits there, so that a kill finds it in the middle."""

from contextlib import contextmanager

import psycopg

# Waits for a lock that the test holds, as long as the condition is met for the new row.
_FUNCTION = """
    CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF {condition} THEN PERFORM pg_advisory_xact_lock_shared({number}, 0); END IF;
        RETURN NEW;
    END $$
"""
_WAITING = "FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2 AND NOT granted"


class Gates:
    """Rows that are about to be written wait at a gate while it is closed."""

    def __init__(self, connection):
        self._connection = connection
        self._tables = []

    def close(self, table, event, condition):
        """A closed gate for each `event` ("INSERT" or "UPDATE") on a table whose NEW row meets the SQL condition."""
        number = len(self._tables) + 1
        self._tables.append(table)
        words = {"name": f"gate_{number}", "number": number, "condition": condition}
        self._connection.execute("SELECT pg_advisory_lock(%s, 0)", [number])
        self._connection.execute(_FUNCTION.format(**words))
        self._connection.execute(
            f"CREATE TRIGGER gate_{number} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION gate_{number}()"
        )
        return number

    def waiting(self, number):
        """How many wait at a gate."""
        return self._connection.execute(f"SELECT count(*) {_WAITING}", [number]).fetchone()[0]

    def turn_away(self):
        """End the connections that wait at any gate, as when the system notices that their process is dead."""
        for number in range(1, len(self._tables) + 1):
            self._connection.execute(f"SELECT pg_terminate_backend(pid, 60000) {_WAITING}", [number])

    def open(self):
        """Open and remove all gates."""
        self._connection.execute("SELECT pg_advisory_unlock_all()")
        while self._tables:
            name = f"gate_{len(self._tables)}"
            self._connection.execute(f"DROP TRIGGER {name} ON {self._tables.pop()}")
            self._connection.execute(f"DROP FUNCTION {name}()")


@contextmanager
def gates(database_url):
    """Gates that are open and gone at the end, whatever happens."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        made = Gates(connection)
        try:
            yield made
        finally:
            made.open()
