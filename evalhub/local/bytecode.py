"""Compiles what a start imports, once, into the folder in which every process of `.venv` looks for it."""

import os
import subprocess
import sysconfig
from pathlib import Path

from evalhub.local.paths import ROOT, VENV

FOLDER = VENV / "bytecode"
TREE = ("annotations", "datasets", "evalhub", "experiments", "reviews")
# Modules outside of the tree in the order of their import; `python -m tests.imported` writes it.
IMPORTED = Path(__file__).with_name("imported.txt")
# Goes on by itself, and belongs to nobody who would have to wait for it.
_COMPILE = "import compileall, os; os.fork() and os._exit(0); compileall.main()"


def compile_tree(python):
    """Begins to compile the own code and the standard library's part."""
    _begin(python, [*_files(Path(sysconfig.get_path("stdlib"))), *(ROOT / name for name in TREE)])


def compile_packages(python):
    """Begins with the last: the process that imports them begins with the first, and they meet in the middle."""
    for folder in VENV.glob("lib/python*/site-packages"):
        _begin(python, reversed(_files(folder)))


def _files(folder):
    names = [folder / name.replace(".", "/") for name in IMPORTED.read_text().split()]
    found = (path for name in names for path in (name.with_suffix(".py"), name / "__init__.py"))
    return [path for path in found if path.exists()]


def _begin(python, paths):
    command = [str(python), "-c", _COMPILE, "-qq", "-i", "-"]
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(FOLDER)}
    subprocess.run(command, env=environment, input="\n".join(map(str, paths)), text=True, check=False)
