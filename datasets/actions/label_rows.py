"""The labels of a file with a row per label: checked row by row, and kept beside the file for an import into a task."""

import csv
import os
from collections import Counter

from datasets.actions import stored_files
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _

MOST_VALUES = 100
ITEM, ANNOTATOR, KIND = "item", "annotator", "kind"


def labels_path(version):
    """Where the labels of a version are kept, as CSV: item, annotator, kind, and a column for each question."""
    return stored_files.path_of(version).with_suffix(".labels.csv")


def column_of(question):
    return f"label.{question}"


class LabelRows:
    """Takes the rows of one file; a case is the first row of an ID, and later ones must say the same of it.

    Two sets of 64 bits and their entries, per item and per label. The CSV is written under another name and appears
    with `finish`.
    """

    def __init__(self, path, mapping, *, errors):
        self._path, self._unfinished = path, path.with_suffix(".part")
        self._labels, self._id, self._errors = mapping.labels, mapping.external_id, errors
        self._cases, self._pairs, self._people = {}, set(), set()
        self._values = {name: Counter() for name in self._labels.questions}
        self._count = 0
        self._file = None

    def take(self, case, values):
        """Whether the row is the first one of its case; a bad one is noted as an error and is none."""
        annotator, known = _text(values.get(self._labels.annotator)), len(self._cases)
        problem = self._problem(case, annotator)
        if problem:
            self._errors.add(case.number, *problem)
            return False
        if self._file is None:
            self._file = self._unfinished.open("w", encoding="utf-8", newline="")
            self._writer = csv.writer(self._file)
            self._writer.writerow([ITEM, ANNOTATOR, KIND, *map(column_of, self._labels.questions)])
        answers = [_text(values.get(name)) for name in self._labels.questions]
        kind = _text(values.get(self._labels.kind)) if self._labels.kind else "human"
        self._writer.writerow([case.external_id, annotator, kind, *answers])
        self._people.add(annotator)
        self._count += 1
        for found, answer in zip(self._values.values(), answers, strict=True):
            if answer and (answer in found or len(found) <= MOST_VALUES):
                found[answer] += 1
        return len(self._cases) > known

    def _problem(self, case, annotator):
        """(column, reason, value) of what is wrong with a label, None of a good one."""
        if case.external_id is None:
            return self._id, _("The row has no ID, so it is a label of no item."), None
        if not annotator.strip():
            return self._labels.annotator, _("The label has no annotator."), None
        content = hash(repr((case.input, case.expected_output, case.outputs)))
        if self._cases.setdefault(hash(case.external_id), content) != content:
            reason = _("An earlier row of this ID has another input, output or expected output.")
            return self._id, reason, case.external_id
        before = len(self._pairs)
        self._pairs.add(hash((case.external_id, annotator)))
        if len(self._pairs) == before:
            return self._labels.annotator, _("This annotator has labelled the item in an earlier row."), annotator
        return None

    def finish(self):
        """Put the CSV in its place; what a version keeps of its labels. More than MOST_VALUES values are none."""
        if self._file is not None:
            self._file.close()
            os.replace(self._unfinished, self._path)
        values = {name: dict(found) if len(found) <= MOST_VALUES else {} for name, found in self._values.items()}
        return {"count": self._count, "annotators": len(self._people), "values": values}

    def drop(self):
        """Forget what was written of a file that is refused."""
        if self._file is not None:
            self._file.close()
            self._unfinished.unlink(missing_ok=True)


def _text(value):
    if value is None:
        return ""
    return value if isinstance(value, str) else strict_json.dumps(value)
