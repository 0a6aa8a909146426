"""Stages of runs: each asks one kind of question about one kind of target and knows where an answer is stored.

Concrete stages lie in `<feature>/stages/` and in experiments; the apps add these folders to `registry`.
"""

from evalhub.lib.registry import Registry

registry = Registry("stage", package="reviews.engine.stages", instances=True)
