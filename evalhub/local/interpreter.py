"""Finds the newest Python that EvalHub runs on; runs on any Python 3.7 or newer itself."""

import os
import shutil
import subprocess
import sys

# What the locks hold files for.
OLDEST, NEWEST = (3, 11), (3, 14)
SUPPORTED = [(3, minor) for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]


def ensure_supported_python(root, words, named=""):
    """Continues with `words` in the Python of `.venv`, or else in the newest that is found, unless this is it.

    A `named` one stays, whatever `.venv` has. Exits with what to install if there is none.
    """
    running = sys.version_info[:2]
    if named and running in SUPPORTED:
        return
    for candidate in [] if named else _candidates(root):
        version = running if candidate == sys.executable else _version(candidate)
        if version in SUPPORTED and version == running:
            return
        if version in SUPPORTED:
            os.execv(candidate, [candidate] + words)
    sys.exit(
        "EvalHub needs Python {}.{} to {}.{}".format(*OLDEST + NEWEST)
        + f"; this is Python {running[0]}.{running[1]} ({sys.executable})"
        + (".\n" if named else ", and no other was found.\n")
        + "Install one, such as by: apt-get install python3.13 python3.13-venv"
        + "; or name one: make up PYTHON=/path/to/python3.13"
    )


def _candidates(root):
    yield os.path.join(root, ".venv", "bin", "python")
    for version in SUPPORTED:
        yield sys.executable if version == sys.version_info[:2] else shutil.which("python{}.{}".format(*version))
    if shutil.which("uv"):
        found = subprocess.run(
            ["uv", "python", "find", "--no-python-downloads", ">={}.{},<3.{}".format(*OLDEST + (NEWEST[1] + 1,))],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        yield found.stdout.strip()


def _version(python):
    """None of one that does not run: a version switcher's stand-in may exist and still refuse to."""
    if not python or not os.path.exists(python):
        return None
    command = [python, "-c", "import sys; print(*sys.version_info[:2])"]
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return tuple(map(int, answer.stdout.split())) if answer.returncode == 0 else None
