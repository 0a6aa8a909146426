"""Where things are: the checkout, the private folder of one installation, and its short socket folder."""

import hashlib
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from evalhub.local.errors import LocalError

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
LONGEST_SOCKET_FOLDER = 80


def is_root():
    return os.geteuid() == 0


def home_path():
    """EVALHUB_HOME, or `.evalhub` in the checkout; made absolute, not created."""
    given = os.environ.get("EVALHUB_HOME")
    return Path(os.path.abspath(os.path.expanduser(given))) if given else ROOT / ".evalhub"


@dataclass(frozen=True)
class Home:
    """The private folder of one installation: data, secret key, logs and the record of what runs."""

    path: Path

    @property
    def lock(self):
        return self.path / "running.lock"

    @property
    def record(self):
        return self.path / "running.json"

    @property
    def secret_key(self):
        return self.path / "secret-key"

    @property
    def logs(self):
        return self.path / "logs"

    @property
    def valkey(self):
        return self.path / "valkey"

    @property
    def schedule(self):
        return self.path / "beat"

    @property
    def demo_mark(self):
        return self.path / "demo-loaded"

    @property
    def static_mark(self):
        return self.path / "static-collected"

    @property
    def migration_mark(self):
        return self.path / "migrated"

    def key(self):
        """Twelve hex digits that stand for this folder in names outside of it."""
        return hashlib.sha256(str(self.path).encode()).hexdigest()[:12]

    def log(self, name):
        return self.logs / f"{name}.log"

    def create(self):
        """Makes the folder and its logs, readable by the owner only.

        Root's folder may be passed through by others (0711), because Postgres runs as another account inside it.
        """
        self.path.mkdir(mode=0o711 if is_root() else 0o700, parents=True, exist_ok=True)
        owner = self.path.stat().st_uid
        if owner != os.geteuid() and not is_root():
            raise LocalError(
                f"{self.path} belongs to user id {owner}, and this is user id {os.geteuid()}. "
                "Start as that user, or choose another folder with EVALHUB_HOME."
            )
        self.logs.mkdir(mode=0o700, exist_ok=True)


def socket_path(home):
    """Where the sockets go: a short folder, because their paths may hold 107 bytes and the home may be long itself."""
    base = Path(tempfile.gettempdir())
    name = f"evalhub-{os.geteuid()}-{home.key()}"
    if len(str(base / name).encode()) > LONGEST_SOCKET_FOLDER:
        base = Path("/tmp")
    return base / name


def make_socket_folder(home):
    """Makes the private folder of the sockets. Refuses one that somebody else has put there, or a link."""
    folder = socket_path(home)
    mode = 0o711 if is_root() else 0o700
    folder.mkdir(mode=mode, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise LocalError(f"{folder} exists and is not a folder of this user. Remove it and start again.")
    folder.chmod(mode)
    return folder


def can_be_passed(path):
    """True if every folder above `path` lets other accounts through."""
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)
