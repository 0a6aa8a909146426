"""The price list that comes with litellm, read without it: pages and programs that ask nothing do not load it."""

import functools
import importlib.util
import json
from pathlib import Path

from reviews.engine.client.endpoints import resolve
from reviews.engine.client.pricing import entry_of

RATES = ("input_cost_per_token", "output_cost_per_token")  # without those for a priority or a long prompt
FILE = "model_prices_and_context_window_backup.json"


@functools.lru_cache(maxsize=256)
def rates_of(model):
    """{rate: USD per token} that the list has for a model, None for one it does not have.

    The list is large: it is not kept, but what was looked up is.
    """
    found = importlib.util.find_spec("litellm")
    path = Path(found.origin).parent / FILE if found is not None and found.origin else None
    if path is None or not path.exists():
        return None
    entry = entry_of(resolve(model).model, json.loads(path.read_text(encoding="utf-8")))
    if entry is None:
        return None
    return {name: entry[name] for name in RATES}
