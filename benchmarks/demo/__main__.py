"""`make demo`: make the demo organization and write the file that it is loaded from, or the file in ARGS."""

import os
import sys
from pathlib import Path

import django

from benchmarks.surroundings import surroundings

if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Sets have one order, so that the same code writes the same rows.
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"PYTHONHASHSEED": "0"})
    with surroundings():
        django.setup()
        from benchmarks.demo import writing
        from evalhub.demo import rows

        writing.write(Path(sys.argv[1]) if sys.argv[1:] else rows.PATH)
