"""Writes the list of modules that a start imports, whose code is compiled while the environment is made."""

import os
import subprocess
import sys

from evalhub.local.bytecode import IMPORTED, TREE
from evalhub.local.checks import PLACEHOLDERS
from evalhub.local.paths import ROOT

_TELL = """
import sys
import evalhub.preloaded
evalhub.preloaded.preload()
print(*(name for name, module in sys.modules.items() if getattr(module, "__cached__", None)))
"""


def modules():
    """The names of what a start imports from outside of the tree, in the order of import."""
    environment = os.environ | PLACEHOLDERS | {"SECRET_KEY": "for-nothing-but-imports-" * 3}
    command = [sys.executable, "-c", _TELL]
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return [name for name in answer.stdout.split() if name.split(".")[0] not in TREE]


if __name__ == "__main__":
    IMPORTED.write_text("\n".join(modules()) + "\n")
