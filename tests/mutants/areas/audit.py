"""Machine answers that people check."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="an answer that was replaced meanwhile is drawn",
        file="reviews/audits/actions/sampling.py",
        old="standing = new.current().filter(pk__lte=ids[-1])",
        new="standing = new.filter(pk__lte=ids[-1])",
        tests=("tests/reviews/audits/actions/test_sampling.py",),
    ),
    Mutant(
        name="an answer stays in the hands of an auditor who left",
        file="reviews/audits/actions/leases.py",
        old="WHERE l.auditor_id = excluded.auditor_id OR l.lease_until < now()",
        new="WHERE l.auditor_id = excluded.auditor_id",
        tests=("tests/reviews/audits/actions/test_leases.py",),
    ),
    Mutant(
        name="one of two auditors is enough for a whole error",
        file="reviews/audits/actions/error_rates.py",
        old="errors = [sum(words) / len(words) for words in said.values()]",
        new="errors = [any(words) for words in said.values()]",
        tests=("tests/reviews/audits/actions/test_error_rates.py",),
    ),
]
