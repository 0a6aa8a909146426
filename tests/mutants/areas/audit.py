"""Machine answers that people check."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="an answer that was replaced meanwhile is drawn",
        file="reviews/actions/audit_sampling.py",
        old="standing = new.current().filter(pk__lte=ids[-1])",
        new="standing = new.filter(pk__lte=ids[-1])",
        tests=("tests/reviews/actions/test_audit_sampling.py",),
    ),
    Mutant(
        name="an answer stays in the hands of an auditor who left",
        file="reviews/actions/audit_leases.py",
        old="WHERE l.auditor_id = excluded.auditor_id OR l.lease_until < now()",
        new="WHERE l.auditor_id = excluded.auditor_id",
        tests=("tests/reviews/actions/test_audit_leases.py",),
    ),
    Mutant(
        name="one of two auditors is enough for a whole error",
        file="reviews/actions/audit_estimates.py",
        old="errors = [sum(words) / len(words) for words in said.values()]",
        new="errors = [any(words) for words in said.values()]",
        tests=("tests/reviews/actions/test_audit_estimates.py",),
    ),
]
