"""Finds a Python 3.11 when the command was started with another one; runs on any Python 3.7 or newer."""

import os
import shutil
import subprocess
import sys

WANTED = (3, 11)
_IS_WANTED = f"import sys; sys.exit(sys.version_info[:2] != {WANTED})"


def ensure_wanted_python(root):
    """Replaces this process by a Python 3.11 if it is another; exits with the reason if there is none."""
    if sys.version_info[:2] == WANTED:
        return
    for candidate in _candidates(root):
        if candidate and _is_wanted(candidate):
            arguments = ["-m", "evalhub.local"] + sys.argv[1:]
            os.chdir(root)
            os.execv(candidate, [candidate] + arguments)
    found = "{}.{}".format(*sys.version_info)
    sys.exit(
        f"EvalHub needs Python 3.11; this is Python {found} ({sys.executable}) and no python3.11 is on the PATH.\n"
        "Install Python 3.11, or name it: make up PYTHON=/path/to/python3.11"
    )


def _candidates(root):
    yield os.path.join(root, ".venv", "bin", "python")
    yield shutil.which("python3.11")
    if shutil.which("uv"):
        found = subprocess.run(
            ["uv", "python", "find", "--no-python-downloads", "3.11"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        yield found.stdout.strip()


def _is_wanted(python):
    """A version switcher's stand-in may exist and still refuse to run, so the candidate is tried."""
    if not os.path.exists(python):
        return False
    return subprocess.call([python, "-c", _IS_WANTED], stderr=subprocess.DEVNULL) == 0
