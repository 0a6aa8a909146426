"""Storing what was handed in."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="a revision forgets that its author saw the machine",
        file="annotations/queue/actions/submissions.py",
        old=(
            '        annotation.exposure = previous.exposure if previous.exposure != "blind" else annotation.exposure\n'
        ),
        new="",
        tests=("tests/annotations/queue/actions/test_exposure.py",),
    ),
    Mutant(
        name="an answer to the form of another task is stored",
        file="annotations/queue/actions/validation.py",
        old="filter(pk=schema_version_id, task=task, frozen_at__isnull=False)",
        new="filter(pk=schema_version_id, frozen_at__isnull=False)",
        tests=("tests/annotations/queue/test_notes_of_people.py",),
    ),
    Mutant(
        name="an answer without a lease takes a place of a closed item",
        file="annotations/queue/actions/submissions.py",
        old="if item.open_slots > 0 and not item.closed_reason:",
        new="if item.open_slots > 0:",
        tests=("tests/annotations/queue/test_closed_items.py",),
    ),
    Mutant(
        name="a correction of an old revision goes over a newer one",
        file="annotations/queue/actions/submissions.py",
        old="if current.revision != submission.revises:",
        new="if current.revision < submission.revises:",
        tests=("tests/annotations/queue/actions/test_submissions.py",),
    ),
]
