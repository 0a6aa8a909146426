"""The criteria that ship with the product, each ready to be a metric of a library: `criteria.yaml` has their texts."""

import functools
from dataclasses import dataclass
from pathlib import Path

import yaml

FILE = Path(__file__).with_suffix(".yaml")
PASS_AT = 4


@dataclass(frozen=True)
class Criterion:
    """A question answered from 1 to 5. `needs` are REFERENCE and CONTEXT, where a case must have them."""

    key: str
    title: str
    description: str
    anchors: tuple[tuple[int, str], ...]
    needs: frozenset[str]


@functools.cache
def criteria() -> dict[str, Criterion]:
    """{key: Criterion}, in the order of the file."""
    found = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return {
        key: Criterion(
            key=key,
            title=each["title"],
            description=each["description"],
            anchors=tuple(each["anchors"].items()),
            needs=frozenset(each["needs"]),
        )
        for key, each in found.items()
    }
