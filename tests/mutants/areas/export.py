"""What leaves a task as a file."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="a person has the same pseudonym in every task",
        file="annotations/exports/actions/query.py",
        old='f"{task.organization_id}:{task.pk}:{annotator_id}"',
        new='f"{task.organization_id}:{annotator_id}"',
        tests=("tests/annotations/exports/actions/test_export_choices.py",),
    ),
    Mutant(
        name="a policy without adjudication loses the items that were adjudicated",
        file="annotations/exports/actions/ground_truth_rows.py",
        old='with_fixed="adjudicated" in options.policy,',
        new="with_fixed=True,",
        tests=("tests/annotations/exports/actions/test_ground_truth_rows.py",),
    ),
    Mutant(
        name="an item that somebody still holds is exported as complete",
        file="annotations/progress/actions/completion.py",
        old="i.open_slots = 0 AND i.closed_reason = '' AND NOT {_TAKES_SLOT}",
        new="i.open_slots = 0 AND i.closed_reason = ''",
        tests=("tests/annotations/exports/actions/test_query.py",),
    ),
    Mutant(
        name="auditors keep their names in an export with pseudonyms",
        file="annotations/exports/sql/export_annotations.sql",
        old="'auditor', coalesce(h.name, n.name), 'verdict'",
        new="'auditor', n.name, 'verdict'",
        tests=("tests/annotations/exports/actions/test_query.py",),
    ),
]
