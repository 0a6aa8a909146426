"""Answers that come in as a file."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="the annotator of another organization is taken by id",
        file="annotations/imports/actions/people.py",
        old="filter(organization_id=self._organization_id, pk=key)",
        new="filter(pk=key)",
        tests=("tests/annotations/imports/actions/test_rows.py",),
    ),
    Mutant(
        name="answers are written to the items of another task",
        file="annotations/imports/actions/rows.py",
        old="for pk in found.filter(pk__in=numbers)",
        new="for pk in TaskItem.objects.filter(pk__in=numbers)",
        tests=("tests/annotations/imports/actions/test_rows.py",),
    ),
    Mutant(
        name="of several items of one case the last is meant",
        file="annotations/imports/actions/rows.py",
        old='.order_by("-position")',
        new='.order_by("position")',
        tests=("tests/annotations/imports/actions/test_rows.py",),
    ),
    Mutant(
        name="an import that waits for a worker is started again",
        file="annotations/imports/actions/jobs.py",
        old=('        if job.state == "waiting":\n            mine = mine.filter(mapping={})\n'),
        new="",
        tests=("tests/annotations/imports/actions/test_rows.py",),
    ),
]
