"""The command evalhub-client: download a study's bundle, or look at it."""

import argparse
import os
import sys
from pathlib import Path

from .client import Client
from .errors import EvalHubClientError
from .studies import FORMATS, TABLES


def main(words=None):
    """Run the command; leaves with status 1 when the server or this machine cannot do it, with 2 for wrong words."""
    options = _parser().parse_args(words)
    try:
        study = Client(options.url, options.key, cache=options.cache).study(options.study)
        {"download": _download, "show": _show}[options.command](study, options)
    except (EvalHubClientError, OSError) as problem:
        sys.exit(f"evalhub-client: {problem}")


def _parser():
    parser = argparse.ArgumentParser(prog="evalhub-client", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("study", help="the id of the study, as in the address of its page")
    shared.add_argument("--url", **_or_variable("EVALHUB_URL"), help="the server's address (or EVALHUB_URL)")
    shared.add_argument("--key", **_or_variable("EVALHUB_KEY"), help="an API key that may export (or EVALHUB_KEY)")
    shared.add_argument("--cache", help="the folder of what was downloaded (or EVALHUB_CACHE)")
    download = commands.add_parser("download", parents=[shared], help="put the tables into a folder")
    download.add_argument("--to", required=True, type=Path, help="the folder")
    download.add_argument("--format", choices=FORMATS, default=FORMATS[0])
    show = commands.add_parser("show", parents=[shared], help="tell what is in the bundle, or print a table")
    show.add_argument("table", nargs="?", choices=TABLES)
    show.add_argument("--rows", type=int, default=10, help="how many to print")
    return parser


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
