"""Stages of runs: each asks one kind of question about one kind of target and knows where an answer is stored."""

from evalhub.lib.registry import Registry

registry = Registry("stage", package="reviews.stages", instances=True)
