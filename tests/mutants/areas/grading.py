"""Whether a judge can be trusted."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="a large negative bias passes",
        file="reviews/quality/pass_rule.py",
        old="abs(found.value) > most",
        new="found.value > most",
        tests=("tests/reviews/quality/test_judge_tests.py",),
    ),
    Mutant(
        name="0.8 and 0.7 are not the same within 0.1",
        file="reviews/quality/judge_tests/swap.py",
        old="np.abs(table[:, 0] - table[:, 2]).round(9)",
        new="np.abs(table[:, 0] - table[:, 2])",
        tests=("tests/reviews/quality/judge_tests/test_swap.py",),
    ),
    Mutant(
        name="one family may be too small for its preference",
        file="reviews/quality/judge_tests/family.py",
        old="if min(len(own), len(other)) < LEAST_OF_A_FAMILY:",
        new="if max(len(own), len(other)) < LEAST_OF_A_FAMILY:",
        tests=("tests/reviews/quality/judge_tests/test_family.py", "tests/reviews/quality/test_judge_tests.py"),
    ),
]
