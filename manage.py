"""Run Django's commands, inside the project's own environment and beside a running `make up`."""

import importlib.util
import os
import sys

from evalhub.local.interpreter import ensure_supported_python


def main():
    if importlib.util.find_spec("django") is None:
        ensure_supported_python(os.path.dirname(os.path.abspath(__file__)), sys.argv)
    # Only now: what follows is written for a supported Python.
    from evalhub.local.environment import ensure_environment, running_environment
    from evalhub.local.shared_settings import COMMAND_LIMITS

    ensure_environment()
    for name, value in running_environment().items():
        os.environ.setdefault(name, value)
    # What the processes of a container are limited to is not for the commands that are run inside of it.
    os.environ.update(COMMAND_LIMITS)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evalhub.settings")
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except sys.modules["django.db"].OperationalError as error:  # the commands have imported it
        if "--traceback" in sys.argv:
            raise
        reason = str(error).strip().splitlines()[0]
        sys.exit(
            f"The database does not answer: {reason}\n"
            "Start it with make up. If that runs with another EVALHUB_HOME or DATABASE_URL, set the same here."
        )


if __name__ == "__main__":
    main()
