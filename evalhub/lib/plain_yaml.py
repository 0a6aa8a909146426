"""Safe YAML for files that people write: no aliases, no doubled keys, and texts stay as they are written."""

from collections.abc import Collection
from typing import Any

import yaml

PROBLEMS = (yaml.YAMLError, ValueError, TypeError, RecursionError)


class PlainLoader(yaml.SafeLoader):
    """Safe YAML without aliases, which a few lines can blow up with, and without doubled keys.

    Scalars under the `texts` keys, alone or in a list, stay texts: a version 1.10 is not the number 1.1.
    """

    texts: Collection[str] = ()

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        for key, value in node.value:
            if key.value in self.texts:
                for scalar in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                    if isinstance(scalar, yaml.ScalarNode) and scalar.tag != "tag:yaml.org,2002:null":
                        scalar.tag = "tag:yaml.org,2002:str"
        value = super().construct_mapping(node, deep=deep)
        if len(value) != len(node.value):
            raise yaml.YAMLError("a key occurs twice")
        return value


def load(document: str, *, texts: Collection[str] = ()) -> Any:
    """The value of a document; raises one of PROBLEMS."""
    loader = PlainLoader(document)
    loader.texts = texts
    try:
        return loader.get_single_data()
    finally:
        loader.dispose()


def worded(problem: Exception) -> str:
    """What PyYAML says, in one short line."""
    return " ".join(str(problem).split())[:300]
