"""JSON values as texts that can be compared."""

import json
from typing import Any


def canonical(value: Any) -> str:
    """One text for equal values: keys in order, 1.0 as 1; true is not 1."""
    return json.dumps(_tidy(value), sort_keys=True)


def _tidy(value):
    if isinstance(value, dict):
        return {name: _tidy(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_tidy(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
