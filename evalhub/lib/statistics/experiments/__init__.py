"""What experiments are decided by: differences of variants, looks while they run, posteriors, sizes and allocation.

`moments` holds a sample by n, mean and squared deviations, `histograms` by bins, for quantiles.
Two separate samples: `welch`, `ratios`, `quantile_difference`, `cuped`. The same cases in both: `paired`, `mcnemar` and
`ppi` of the package above, `wilcoxon` here. Either: `permutation`. While an experiment runs: `confidence_sequence`.
Posteriors: `normal_posterior`, `score_posterior`, `beta_binomial`. Health: `sample_ratio`. Limits that must hold:
`non_inferiority`. Before the start: `power`, `mcnemar_power`. Bandits: `thompson`, `off_policy`. How large a difference
is by name: `effect_sizes`.
"""
