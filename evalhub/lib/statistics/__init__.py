"""Every interval of the product, one routine each; arrays in, numbers out. docs/statistics.md has their coverage.

`bounded_mean`: the mean of scores on a bounded scale, a share, an error rate, and the disagreement of few items.
`bootstrap`: anything else over items or cases. `clustered_slope`: a slope over rows that come in clusters.
`seeds`: where a random draw starts, from the data alone. Nothing here reads a database, a clock or a global random
state.
"""
