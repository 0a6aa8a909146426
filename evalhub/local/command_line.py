"""Start, test and tend EvalHub on this machine."""

import argparse
import sys

from evalhub.local import bootstrap, checks, stack
from evalhub.local.django_command import manage
from evalhub.local.errors import LocalError
from evalhub.local.locking import lock
from evalhub.local.paths import Home, home_path
from evalhub.local.processes.parent import Parent

MODULES = {
    "bench": "benchmarks",
    "coverage": "benchmarks.coverage",
    "demo": "benchmarks.demo",
    "mutants": "tests.mutants",
    "schema": "tests.schema_file",
    "screenshots": "tests.screenshots",
    "translations": "tests.translations",
}
DEV_COMMANDS = {"test", "unit", "e2e", "check", *MODULES}
# Their further words belong to the program they run.
OPEN_COMMANDS = {
    "manage": "run a Django command beside the running stack, or on services started for it",
    "test": "style, import contracts and the tests; further words go to pytest, and files among them run alone",
    "unit": "the quick tests that need no database and no browser",
    "e2e": "crash drills, upgrades and journeys in a browser",
    "mutants": "put one bug after another into a copy of the tree: do the tests notice? Further words choose which",
    "bench": "measure, and write docs/performance.md; further words choose what",
    "coverage": "simulate how often intervals hold the truth, and write docs/statistics.md",
    "demo": "make the demo organization, and write the file that `up` loads",
    "schema": "run all migrations in an empty database, and write what they made to evalhub/migrations/schema.sql",
    "screenshots": "take a picture of every screen",
    "translations": "bring the catalogues of other languages up to date, and compile them",
    "lock": "compile the locks anew; further words go to uv",
}


def main():
    words = sys.argv[1:]
    try:
        status = _run(words)
    except LocalError as error:
        print(error, file=sys.stderr)
        status = 1
    sys.exit(status)


def _run(words):
    if words[:1] == ["lock"]:
        return lock(words[1:])
    options = None if words and words[0] in OPEN_COMMANDS else _parser().parse_args(words)
    command = words[0]
    if command == "environment":
        bootstrap.ensure(options.kind)
        return 0
    has_new_home = command == "up" and not home_path().exists()
    bootstrap.enter("dev" if command in DEV_COMMANDS else "runtime", home_path() if has_new_home else None)
    rest = words[1:]
    home = Home(home_path())
    match command:
        case "up":
            parent = Parent() if options.follow_parent else None
            return stack.up(home, with_demo=not options.no_demo, parent=parent)
        case "services":
            return stack.services(home)
        case "manage":
            return manage(home, rest)
        case "check":
            return checks.check()
        case "test" | "unit" | "e2e":
            return getattr(checks, command)(rest)
        case _:
            return checks.run_module(MODULES[command], rest)


def _parser():
    parser = argparse.ArgumentParser(prog="python3 -m evalhub.local", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    up = commands.add_parser("up", help="start everything and print the address")
    up.add_argument("--no-demo", action="store_true", help="load no demo organization")
    up.add_argument("--follow-parent", action="store_true", help="stop when the parent process ends")
    commands.add_parser("services", help="start database and broker only")
    commands.add_parser("check", help="style, import contracts, types and Django's checks")
    environment = commands.add_parser("environment", help="make or renew .venv only")
    environment.add_argument("kind", choices=list(bootstrap.LOCKS))
    for name, text in OPEN_COMMANDS.items():
        commands.add_parser(name, help=text)
    return parser
