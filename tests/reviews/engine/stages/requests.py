"""Requests as stages see them, without a database."""

from types import SimpleNamespace


def standing(*, target, pk=1, model="simulated-careful", **stage):
    """A request about a target, of a stage with these fields."""
    fields = {"model": model, "prompt_version": "plain", "parameters": {}, "lane": 0, "run_id": None, "filled_to": 0}
    return SimpleNamespace(pk=pk, target=target, stage=SimpleNamespace(**fields | stage))
