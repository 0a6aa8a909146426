"""Every interval of the product, one routine each; arrays in, numbers out. docs/statistics.md has their coverage.

`bounded_mean`: the mean of scores on a bounded scale, a share, an error rate, and the disagreement of few items.
`bootstrap`: anything else over items or cases. `jackknife`: differences and slopes over few clusters, `clustered_slope`
among them, and `variance_shares`. `multiple_testing`: p-values of several tests.
`means`, `proportions`, `quantiles`: of one evaluation. `cases_needed`: how many would decide. `detectable`: what
so many can show.
`paired`, `mcnemar`: two systems on the same cases.
`rogan_gladen`: a share of passes corrected for the errors of its judge. They return an `estimate.Estimate`.
`ppi`: a mean of a judge's scores corrected by people's labels. `alt_test`: may a judge replace a person?
`effective_judges`: of a panel. `bradley_terry`: strengths from pairwise votes. `experiments`: of variants.
`seeds`: where a random draw starts, from the data alone. Nothing here reads a database, a clock or a global random
state.
"""
