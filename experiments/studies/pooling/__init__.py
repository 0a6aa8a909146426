"""What several scores on one scale come to: opinion pools, belief functions, distances between models, label bias.

A score is the set of stages it selects, numbered from 1; the empty set is an abstention. A distribution is a tuple of
n shares, the first of the weakest stage. What the data do not determine is None, never 0.
"""
