"""How far annotators agree."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="answers that were not blind count for sets of options",
        file="annotations/agreement/sql/label_sets.sql",
        old=" AND a.exposure = 'blind' AND NOT a.flagged",
        new=" AND NOT a.flagged",
        tests=("tests/annotations/agreement/actions/test_snapshots.py",),
    ),
    Mutant(
        name="an interval of 90 % is shown as one of 95 %",
        file="evalhub/lib/statistics/bootstrap.py",
        old="np.quantile(kept, [0.025, 0.975])",
        new="np.quantile(kept, [0.05, 0.95])",
        tests=("tests/lib/statistics/test_bootstrap.py",),
    ),
    Mutant(
        name="chance in AC1 is among the values that occur, not those of the scale",
        file="annotations/agreement/metrics/gwet.py",
        old="values = len(patterns.domain)",
        new="values = patterns.n_values_used",
        tests=("tests/annotations/agreement/metrics/test_gwet.py",),
    ),
    Mutant(
        name="every label agrees with itself among the confusions",
        file="annotations/agreement/comparisons/confusions.py",
        old="(np.diagonal(met) - own) // 2",
        new="np.diagonal(met) // 2",
        tests=("tests/annotations/agreement/comparisons/test_confusions.py",),
    ),
]
