"""Handing out items."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="claim hands out a closed item",
        file="annotations/queue/sql/claim.sql",
        old=("i.open_slots > 0 AND i.closed_reason = ''\n      AND i.priority = ANY"),
        new=("i.open_slots > 0\n      AND i.priority = ANY"),
        tests=("tests/annotations/queue/test_closed_items.py",),
    ),
    Mutant(
        name="a skipped item keeps its annotator from all that comes after it",
        file="annotations/queue/sql/claim.sql",
        old="SELECT a.state IN ('expired', 'released') FROM",
        new="SELECT a.state IN ('expired', 'released', 'skipped') FROM",
        tests=("tests/annotations/queue/actions/test_claims.py",),
    ),
    Mutant(
        name="what was kept ready comes before what was returned",
        file="annotations/queue/sql/claim.sql",
        old="ORDER BY own.state = 'returned' DESC, own.id",
        new="ORDER BY own.state = 'returned', own.id",
        tests=("tests/annotations/queue/test_returned_work.py",),
    ),
    Mutant(
        name="a page is laid by for a closed item",
        file="annotations/queue/sql/peek.sql",
        old="i.open_slots > 0 AND i.closed_reason = ''\n",
        new="i.open_slots > 0\n",
        tests=("tests/annotations/queue/test_closed_items.py",),
    ),
]
