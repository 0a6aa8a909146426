"""The suites that come with the product: their files, and adding one with its cases to an organization."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db import transaction

from datasets.actions import appending, datasets
from datasets.models import Dataset
from evalhub.lib.errors import UnknownKey
from experiments.benchmarks import suite_file
from experiments.benchmarks.actions import suites
from experiments.benchmarks.models import BenchmarkSuite

FOLDER = Path(__file__).resolve().parent.parent / "suites"


@dataclass(frozen=True)
class ShippedSuite:
    """`key` is its folder; `cases` {file name: rows as `append_cases` takes them}."""

    key: str
    document: str
    suite: suite_file.Suite
    cases: dict

    @property
    def n_cases(self):
        return sum(map(len, self.cases.values()))


@cache
def shipped() -> dict[str, ShippedSuite]:
    """{key: ShippedSuite}; files are read once."""
    return {path.parent.name: _read(path) for path in sorted(FOLDER.glob("*/suite.yaml"))}


@transaction.atomic
def add(*, organization, key, by) -> BenchmarkSuite:
    """The shipped suite in the organization, its datasets kept out of lists; the same one when it is there already."""
    if key not in shipped():
        valid = ", ".join(shipped())
        raise UnknownKey(f"Unknown suite {key!r}. Valid: {valid}.", details={"valid": list(shipped())})
    found = shipped()[key]
    known = BenchmarkSuite.objects.for_organization(organization)
    known = known.filter(name=found.suite.name, version=found.suite.version, definition=found.document).first()
    if known is not None:
        return known
    versions = {task.dataset: _dataset(organization, found, task, by) for task in found.suite.tasks}
    return suites.create(organization=organization, document=found.document, versions=versions, by=by)


def _dataset(organization, found, task, by):
    name = f"{found.suite.name} {found.suite.version}: {task.title}"
    dataset = datasets.create(organization=organization, name=name, type="BENCHMARK", by=by)
    version = datasets.open_version(dataset=dataset, by=by)
    appending.append_cases(version=version, rows=found.cases[task.dataset])
    version = datasets.set_status(version=version, status="PUBLISHED", by=by)
    Dataset.objects.filter(pk=dataset.pk).update(is_listed=False)
    return version


def _read(path):
    document = path.read_text()
    suite = suite_file.read(document)
    cases = {task.dataset: _cases(path.parent / task.dataset) for task in suite.tasks}
    return ShippedSuite(path.parent.name, document, suite, cases)


def _cases(path):
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [{("external_id" if name == "id" else name): value for name, value in row.items()} for row in rows]
