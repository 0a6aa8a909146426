"""The command evalhub-client: decide an evaluation by a gate; download a study's bundle, or look at it."""

import argparse
import os
import sys
from pathlib import Path

from .client import Client
from .errors import EvalHubClientError
from .studies import FORMATS, TABLES


def main(words=None):
    """Run the command; leaves with status 1 when the server or this machine cannot do it, with 2 for wrong words.

    A gate leaves with 1 when it failed and with 2 when it is undecided or cannot be decided.
    """
    parser = argparse.ArgumentParser(prog="evalhub-client", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    server = argparse.ArgumentParser(add_help=False)
    server.add_argument("--url", **_or_variable("EVALHUB_URL"), help="the server's address (or EVALHUB_URL)")
    server.add_argument("--key", **_or_variable("EVALHUB_KEY"), help="an API key that may do it (or EVALHUB_KEY)")
    _add_gate(commands.add_parser("gate", parents=[server], help="decide an evaluation; exit 0 passed, 1 failed, 2"))
    shared = argparse.ArgumentParser(add_help=False, parents=[server])
    shared.add_argument("study", help="the id of the study, as in the address of its page")
    shared.add_argument("--cache", help="the folder of what was downloaded (or EVALHUB_CACHE)")
    download = commands.add_parser("download", parents=[shared], help="put the tables into a folder")
    download.add_argument("--to", required=True, type=Path, help="the folder")
    download.add_argument("--format", choices=FORMATS, default=FORMATS[0])
    show = commands.add_parser("show", parents=[shared], help="tell what is in the bundle, or print a table")
    show.add_argument("table", nargs="?", choices=TABLES)
    show.add_argument("--rows", type=int, default=10, help="how many to print")
    options = parser.parse_args(words)
    try:
        if options.command == "gate":
            sys.exit(_gate(options))
        study = Client(options.url, options.key, cache=options.cache).study(options.study)
        {"download": _download, "show": _show}[options.command](study, options)
    except (EvalHubClientError, OSError, ValueError) as problem:
        print(f"evalhub-client: {problem}", file=sys.stderr)
        sys.exit(2 if options.command == "gate" else 1)


def _add_gate(parser):
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("name", nargs="?", help="the name of a gate")
    which.add_argument("--expression", help="conditions, such as 'faithfulness.mean >= baseline - 0.02'")
    parser.add_argument("--evaluation", required=True, help="the id of the evaluation; it is waited for")
    parser.add_argument("--baseline", help="the id of another one, for an expression; the evaluation's own without it")
    parser.add_argument("--timeout", type=float, default=3600.0, help="seconds to wait for its end")
    parser.add_argument("--junit", type=Path, help="write a JUnit file here")
    parser.add_argument("--markdown", type=Path, help="write a table for a pull request here")


def _gate(options):
    """The exit status: what was decided."""
    client = Client(options.url, options.key)
    asked = {"gate": options.name, "baseline": options.baseline, "timeout": options.timeout}
    result = client.evaluations.gate(options.evaluation, options.expression, **asked)
    for condition in result["conditions"]:
        print(condition["sentence"])
    print(f"Gate: {result['state']}.")
    for file, text in ((options.junit, result["junit"]), (options.markdown, result["markdown"])):
        if file is not None:
            file.write_text(text, encoding="utf-8")
    return {"passed": 0, "failed": 1}.get(result["state"], 2)


def _or_variable(name):
    return {"default": os.environ.get(name), "required": not os.environ.get(name)}


def _download(study, options):
    counts = study.download(options.to, options.format)["counts"]
    for table in TABLES:
        print(f"{counts[table]:>8,}  {options.to / table}.{options.format}")


def _show(study, options):
    if options.table:
        print(study.table(options.table).head(options.rows).to_string())
        return
    manifest = study.manifest
    print(f"{manifest['study']['study_name']}: {manifest['run']['status']}, as of {manifest['snapshot_at']}")
    for table, count in manifest["counts"].items():
        print(f"{count:>8,}  {table}")
