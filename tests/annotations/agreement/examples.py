"""Published worked examples, small makers of labels, and the larger data sets where a checkout has them beside it."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from annotations.agreement.label_arrays import Labels
from annotations.agreement.patterns import Patterns

DATA = Path(__file__).parents[4] / "shared" / "data"

# Krippendorff 2011, section E: 12 units by 4 observers.
CANONICAL = [
    [1, 1, None, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [None, 5, 5, 5],
    [None, None, 1, 1],
    [None, 3, None, None],
]

# Krippendorff 2011, section A: two observers, binary.
BINARY_PAIR = [[0, 1], [1, 1], [0, 1], [0, 0], [0, 0], [0, 1], [0, 0], [0, 0], [1, 0], [0, 0]]

# 15 units by 3 observers, from the documentation of the package "krippendorff".
FIFTEEN = [
    [None, 1, None],
    [None, None, None],
    [None, 2, 2],
    [None, 1, 1],
    [None, 3, 3],
    [3, 3, 4],
    [4, 4, 4],
    [1, 3, None],
    [2, None, 2],
    [1, None, 1],
    [1, None, 1],
    [3, None, 3],
    [3, None, 3],
    [None, None, None],
    [3, None, 4],
]

# Sets of options with an empty answer and a missing one.
SETS = [
    [["a"], ["a"], ["a", "b"]],
    [["b"], ["b"], ["b"]],
    [["a", "c"], ["a"], ["a", "c"]],
    [[], ["c"], []],
    [["b", "c"], ["b", "c"], None],
]

# The textbook table of Fleiss' kappa: 10 items by 5 categories, 14 raters.
FOURTEEN_RATERS = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]


def make_labels(rows, *, domain=None, kinds=None, models=None):
    """Labels of a table: rows are items, columns annotators, None is missing. kinds and models go by column."""
    cells = [(item, column, value) for item, row in enumerate(rows) for column, value in enumerate(row)]
    cells = [cell for cell in cells if cell[2] is not None]
    items, annotators, numbers = zip(*cells, strict=True) if cells else ((), (), ())
    return Labels.of_numbers(
        items=items, annotators=annotators, numbers=numbers, domain=domain, kinds=kinds, models=models
    )


def make_set_labels(rows, **columns):
    cells = [(item, column, value) for item, row in enumerate(rows) for column, value in enumerate(row)]
    items, annotators, sets = zip(*(cell for cell in cells if cell[2] is not None), strict=True)
    return Labels.of_sets(items=items, annotators=annotators, sets=sets, **columns)


def make_patterns(rows, *, domain=None):
    return Patterns.from_labels(make_labels(rows, domain=domain))


def pair_table_patterns(table):
    """Patterns of a 2 x 2 table of two annotators."""
    rows = [[first, second] for first in (0, 1) for second in (0, 1) for _ in range(table[first][second])]
    return make_patterns(rows)


def simulated_table(*, items, annotators, values, seed, missing=0.2, right=0.7):
    """float[items, annotators] of labels 0 to values - 1 around a truth per item, NaN where missing."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, values, size=(items, 1))
    table = np.where(
        rng.random((items, annotators)) < right, truth, rng.integers(0, values, size=(items, annotators))
    ).astype(np.float64)
    table[rng.random((items, annotators)) < missing] = np.nan
    return table


def table_patterns(table, *, domain=None):
    """Patterns of an array, NaN where missing."""
    item, annotator = np.nonzero(~np.isnan(table))
    labels = Labels.of_numbers(items=item, annotators=annotator, numbers=table[item, annotator], domain=domain)
    return Patterns.from_labels(labels)


def published_set(name, *, order=None):
    """(Labels, expected figures) of a data set; skips where the checkout has no data beside it."""
    folder = DATA / name
    if not folder.is_dir():
        pytest.skip(f"the data set {name} is not beside this checkout")
    with open(folder / "labels.csv", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    labels = Labels.of_numbers(
        items=[row["item_id"] for row in rows],
        annotators=[row["rater_id"] for row in rows],
        numbers=[order.index(row["value"]) if order else float(row["value"]) for row in rows],
        kinds={row["rater_id"]: row["rater_kind"] for row in rows},
    )
    return labels, json.loads((folder / "expected.json").read_text(encoding="utf-8"))
