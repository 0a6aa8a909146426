"""From several labels of an item to one value, or the reason why there is none; one file per method.

A method is a class with `tally(votes, *, level)` and `panel(votes, *, level)`, both Votes to Tally, registered under
its key. `tally` counts people and the machines' one vote; `panel` folds machines into that vote. `decide` does the
rest for every method alike. Nothing here reads a database, a file, a clock or a random state.
"""

from evalhub.lib.registry import Registry

registry = Registry("consensus method", package=__name__, instances=True)
