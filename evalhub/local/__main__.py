"""Starts the command line of one installation: python3 -m evalhub.local COMMAND (see `--help`)."""

import os
import sys

from evalhub.local.interpreter import ensure_supported_python

if __name__ == "__main__":
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    # `make` hands on a PYTHON that it was given.
    ensure_supported_python(root, ["-m", "evalhub.local"] + sys.argv[1:], named=os.environ.get("PYTHON", ""))
    # Only now: what follows is written for a supported Python.
    from evalhub.local.command_line import main

    main()
