"""Agreement of the labels in a CSV file, without a database: hold it against any other tool."""

import csv
import json

from django.core.management.base import BaseCommand, CommandError

from annotations.agreement import reasons
from annotations.agreement.comparisons.pairs import pair_matrix
from annotations.agreement.comparisons.scopes import scopes
from annotations.agreement.label_file import ALLOWED, read
from annotations.agreement.metrics import HEADLINE, registry
from annotations.agreement.patterns import Patterns
from evalhub.lib.errors import EvalHubError

LEVELS = ("nominal", "ordinal", "interval", "ratio")

HELP = """
Print how far annotators agree as one JSON object. LABELS.csv has a header and one row per label: item, annotator,
value and, if wanted, kind (human, llm or program); --item-column and the like name other columns, and the rest of the
file is then left out. An empty value is a missing label.

alpha: Krippendorff's alpha with its 95 % interval: 2,000 resamples of items that start from the labels themselves, so
that everybody who has them prints the same digits, or, where fewer than 10 items disagree, the exact interval of their
share (docs/statistics.md). n_items and n_annotators count what occurs in the file, n_labels the values that are not
empty; n_pairable_items are the items with at least two labels, on which agreement rests, n_pairable_labels theirs.
A figure that is not defined is null, with a code under reasons and its meaning under words. gwet_ac1 is Gwet's AC1 with
its interval, for labels that are nearly all the same; at every level it takes values as equal or not. pairs has every
two annotators on the items they share (alpha, Cohen's kappa, percent), of the 40 with most labels; pairs_omitted counts
the others. With a kind column, scopes has alpha among people, among machines, between machines and the human consensus,
and of everyone.
"""


class Command(BaseCommand):
    help = HELP
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser):
        parser.add_argument("labels", metavar="LABELS.csv")
        parser.add_argument("--level", choices=LEVELS, default="nominal", help="of measurement; nominal when not given")
        parser.add_argument("--order", metavar="a,b,c", help="the values from lowest to highest; else by number")
        for name in ALLOWED:
            parser.add_argument(f"--{name}-column", metavar="NAME", help=f"the column of the {name}; else {name}")

    def handle(self, *, labels, level, order, **options):
        try:
            named = {name: options[f"{name}_column"] for name in ALLOWED if options[f"{name}_column"] is not None}
            found = _read(labels, named)
            # The values of --order are comma-separated, quoted where a value holds a comma.
            result = summary(found, level=level, order=None if order is None else next(csv.reader([order]), []))
        except EvalHubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(json.dumps(result, indent=2, allow_nan=False))


def summary(found, *, level, order=None):
    """The JSON object for a label_file.LabelFile."""
    labels = found.labels(level=level, order=order)
    patterns = Patterns.from_labels(labels)
    scoped = scopes(labels, level=level) if found.kinds is not None else None
    alpha = scoped.everyone if scoped else registry[HEADLINE](patterns, level=level)
    others = {
        key: metric(patterns, level=level) if _has_interval(metric) else metric(patterns, level=level, resamples=0)
        for key, metric in registry.items()
        if key != HEADLINE
    }
    matrix = pair_matrix(labels, level=level)
    result = {
        "level": level,
        "alpha": _bounds(alpha),
        **{key: _bounds(each) if _has_interval(registry[key]) else each.value for key, each in others.items()},
        "n_items": len(found.items),
        "n_annotators": len(found.annotators),
        "n_labels": found.n_labels,
        "n_pairable_items": alpha.n_items,
        "n_pairable_labels": alpha.n_labels,
        "reasons": _reasons(alpha=alpha, **others),
        "pairs": sorted((_pair(pair) for pair in matrix.pairs), key=lambda pair: pair["annotators"]),
        "pairs_omitted": matrix.omitted,
    }
    codes = [
        code
        for estimate in [alpha, *others.values()]
        + ([*scoped.estimates().values(), *(machine.estimate for machine in scoped.between.machines)] if scoped else [])
        for code in (estimate.reason, *estimate.notes)
    ]
    codes += [pair.reason for pair in matrix.pairs]
    words = {code: str(reasons.text(code)) for code in sorted(set(filter(None, codes)))}
    return result | ({"scopes": _scopes(scoped)} if scoped else {}) | {"words": words}


def _has_interval(metric):
    return getattr(metric, "has_interval", True)


def _pair(pair):
    figures = ("n_items", "alpha", "kappa", "percent", "reason")
    return {"annotators": sorted([pair.first, pair.second])} | {name: getattr(pair, name) for name in figures}


def _reasons(**estimates):
    return {name: estimate.reason for name, estimate in estimates.items() if estimate.reason}


def _scopes(scoped):
    result = {name: _counted(estimate) for name, estimate in scoped.estimates().items()}
    machines = sorted(scoped.between.machines, key=lambda machine: machine.annotator)
    result["between"]["machines"] = {machine.annotator: _counted(machine.estimate) for machine in machines}
    return result


def _counted(estimate):
    counts = {"n_items": estimate.n_items, "n_annotators": estimate.n_annotators, "n_labels": estimate.n_labels}
    return _bounds(estimate) | counts


def _bounds(estimate):
    names = ("value", "low", "high", "reason")
    return {name: getattr(estimate, name) for name in names} | {"notes": list(estimate.notes)}


def _read(path, columns):
    try:
        with open(path, encoding="utf-8-sig", errors="surrogateescape", newline="") as lines:
            return read(lines, columns=columns)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}. Give the path of a CSV file that can be read.") from error
