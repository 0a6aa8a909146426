"""Starts the command line of one installation: python3 -m evalhub.local COMMAND (see `--help`)."""

import os

from evalhub.local.interpreter import ensure_wanted_python

if __name__ == "__main__":
    ensure_wanted_python(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    # Only now: what follows is written for the wanted Python.
    from evalhub.local.command_line import main

    main()
