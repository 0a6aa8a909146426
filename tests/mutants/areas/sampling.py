"""Which cases are drawn."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="cases with an empty value and cases without one are two strata",
        file="annotations/tasks/actions/sampling.py",
        old='sizes[group["stratum"] or ""] += group["n"]',
        new='sizes[group["stratum"]] += group["n"]',
        tests=("tests/annotations/tasks/actions/test_sampling.py",),
    ),
    Mutant(
        name="a sample of as many rows as there are strata leaves one out",
        file="datasets/sampling.py",
        old="if size >= len(labels):",
        new="if size > len(labels):",
        tests=("tests/datasets/test_sampling.py",),
    ),
    Mutant(
        name="a field that holds null is not without a value",
        file="datasets/actions/case_filters.py",
        old=" | Q(metadata__contains={field: None})",
        new="",
        tests=("tests/datasets/actions/test_case_filters.py",),
    ),
]
