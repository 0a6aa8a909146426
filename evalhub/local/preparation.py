"""What a start does before the application serves: static files, migrations, and the demo organization once."""

import hashlib
import os
import subprocess
from pathlib import Path

from evalhub.local.bootstrap import LOCKS
from evalhub.local.errors import LocalError, StopRequested
from evalhub.local.paths import ROOT
from evalhub.local.processes.children import Child, failure, stop

SCHEMA = ROOT / "evalhub" / "migrations" / "schema.sql"
OWN_DATABASE = "embedded"  # in the mark of the demo, which no other database gets


def migration_fingerprint():
    """Changes when a migration of ours, the guards that these use, or the version of Django or an app of it does."""
    locked = LOCKS["runtime"].read_text(encoding="utf-8").splitlines()
    digest = hashlib.sha256("".join(line for line in locked if line.startswith("django")).encode())
    paths = [*ROOT.glob("*/migrations/0*.py"), *ROOT.glob("*/*/migrations/0*.py")]
    for path in sorted([*paths, ROOT / "evalhub/lib/database/guards.py"]):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def schema_is_current():
    """Whether the file of all tables was made from the migrations as they are."""
    with SCHEMA.open(encoding="utf-8") as lines:
        return migration_fingerprint() in next(lines)


class Preparation:
    """Runs Django's commands as logged children of the supervisor. Each step may be cut short and run again."""

    def __init__(self, *, supervisor, application, say):
        self._home = supervisor.home
        self._services = supervisor.services
        self._supervisor = supervisor
        self._application = application
        self._say = say

    def run(self, *, with_demo):
        """What web and worker need before they start; returns whether the demo has to be loaded after that."""
        static = self._begin_static()
        try:
            self._migrate()
            if static is not None:
                while static.is_alive():
                    if self._supervisor.signals.requested():
                        raise StopRequested
                    self._supervisor.signals.wait(0.1)
                if not static.succeeded():
                    raise failure(static, f"collectstatic {static.ending()}.")
                self._home.static_mark.write_text(self._static_fingerprint())
        finally:
            if static is not None:
                stop([static])
        return with_demo and self._services.has_own_database and not self._has_demo()

    def ways_in(self):
        """The demo's logins; without a demo a link for the first admin, empty when there is one."""
        if self._services.has_own_database and self._has_demo():
            return "\n".join(self._demo_mark().splitlines()[1:])
        return self._answer("first_admin").strip()

    def _migrate(self):
        """Skipped, as a start of Django costs seconds, if neither the migrations nor what was applied has changed."""
        mark = self._home.migration_mark
        applied = self._services.applied_migrations()
        if applied and mark.exists() and mark.read_text() == f"{migration_fingerprint()} {applied}":
            return
        self._say("Preparing the database …")
        if not self._gave_schema(applied):
            self._django("migrate", "--noinput")
        mark.write_text(f"{migration_fingerprint()} {self._services.applied_migrations()}")

    def _gave_schema(self, applied):
        """Whether our own new database now has all tables, by SQL and without a start of Django."""
        if applied or not self._services.has_own_database or not schema_is_current():
            return False
        self._services.run_script(SCHEMA)
        return True

    def _begin_static(self):
        """Gathering the static files needs no database, so it runs beside the migrations; None if nothing changed."""
        mark = self._home.static_mark
        gathered = Path(os.environ.get("EVALHUB_STATIC_ROOT") or self._home.path / "static")
        if (mark.read_text() if mark.exists() and gathered.exists() else "") == self._static_fingerprint():
            return None
        program = self._application.django("collectstatic", "--noinput", "--clear")
        return Child(program, self._supervisor.guard, self._supervisor.forker)

    def load_demo(self):
        """The mark says so only when the load is complete: one cut short is run again."""
        self._say("Loading the demo organization …")
        self._home.demo_mark.write_text(f"begun {OWN_DATABASE}\n")
        logins = self._django("demo").written()
        self._home.demo_mark.write_text(f"loaded {OWN_DATABASE}\n{logins}")

    def _has_demo(self):
        return self._demo_mark().startswith(f"loaded {OWN_DATABASE}\n")

    def _demo_mark(self):
        return self._home.demo_mark.read_text() if self._home.demo_mark.exists() else ""

    def _django(self, *words):
        return self._supervisor.run_to_end(self._application.django(*words))

    def _answer(self, *words):
        """What a short command prints on standard output. Its own session keeps a terminal's Ctrl-C away from it."""
        program = self._application.django(*words)
        answer = subprocess.run(
            program.command,
            env=program.environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            start_new_session=True,
        )
        if answer.returncode != 0:
            raise LocalError(f"manage.py {' '.join(words)} failed:\n{answer.stderr.strip()}")
        return answer.stdout

    def _static_fingerprint(self):
        """Changes when a file below `static/` or a locked package does."""
        digest = hashlib.sha256(LOCKS["runtime"].read_bytes())
        for folder, folders, names in os.walk(ROOT / "static"):
            folders.sort()
            for name in sorted(names):
                found = os.stat(os.path.join(folder, name))
                digest.update(f"{folder}/{name} {found.st_size} {found.st_mtime_ns}\n".encode())
        return digest.hexdigest()
