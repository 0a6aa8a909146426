"""The values of variants from a CSV file: `unit,variant,value`, and what else a method may need."""

import csv
import math
from collections.abc import Iterable

import numpy as np

from evalhub.lib.errors import InvalidInput
from experiments.trials.methods import Sample
from experiments.trials.methods.base.samples import CLUSTER, COLUMNS, MACHINE_VALUE, VALUE

UNIT, VARIANT = "unit", "variant"
NEEDED = (UNIT, VARIANT, VALUE)


def read(lines: Iterable[str]) -> dict[str, Sample]:
    """The Sample of each variant, in the order they come; InvalidInput names the line, the column and the value met.

    Several rows of one unit and variant are one unit: the mean of each column. `value` may be empty where there is a
    machine_value.
    """
    rows = csv.DictReader(lines)
    names = [each.strip() for each in rows.fieldnames or []]
    rows.fieldnames = names
    missing = [each for each in NEEDED if each not in names]
    if missing:
        raise InvalidInput(f"There is no column {missing[0]}. Needed: {', '.join(NEEDED)}; met: {', '.join(names)}.")
    columns = [each for each in COLUMNS if each in names]
    found: dict[str, dict[str, list]] = {}
    for row in rows:
        unit, variant, values = _row(row, columns, rows.line_num)
        found.setdefault(variant, {}).setdefault(unit, []).append(values)
    return {variant: _sample(variant, units, columns) for variant, units in found.items()}


def _row(row, columns, line):
    if None in row or None in row.values():
        raise InvalidInput(f"Line {line} does not have as many fields as there are columns.", details={"line": line})
    unit, variant = row[UNIT].strip(), row[VARIANT].strip()
    for name, value in ((UNIT, unit), (VARIANT, variant)):
        if not value:
            raise InvalidInput(f"Line {line}: {name} is empty.", details={"line": line, "column": name})
    values = {name: row[name].strip() if name == CLUSTER else _number(row[name], name, line) for name in columns}
    if math.isnan(values[VALUE]) and math.isnan(values.get(MACHINE_VALUE, math.nan)):
        raise InvalidInput(f"Line {line}: value is empty.", details={"line": line, "column": VALUE})
    return unit, variant, values


def _number(text, name, line):
    if not text.strip():
        return math.nan
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        words = f"Line {line}: {name} is {text.strip()[:40]!r}. Valid: a number, such as 0.5."
        raise InvalidInput(words, details={"line": line, "column": name})
    return value


def _sample(variant, units, columns):
    ordered = sorted(units)
    arrays = {}
    for name in columns:
        if name == CLUSTER:
            arrays["clusters"] = np.array([units[unit][0][name] for unit in ordered])
        else:
            arrays["values" if name == VALUE else f"{name}s"] = np.array([_mean(units[unit], name) for unit in ordered])
    return Sample(name=variant, units=np.array(ordered), **arrays)


def _mean(rows, name):
    known = [each[name] for each in rows if not math.isnan(each[name])]
    return math.fsum(known) / len(known) if known else math.nan
