"""Run Django's commands, inside the project's own environment and beside a running `make up`."""

import os
import sys

from evalhub.local.environment import ensure_environment, running_environment


def main():
    ensure_environment()
    for name, value in running_environment().items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evalhub.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
