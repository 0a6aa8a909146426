"""Parsers: what a model wrote at one stage is either read exactly, or refused with a reason. Nothing is guessed.

`parser_of(stage)` is the newest one of a stage, `parser_of(stage, version=1)` an older one: stored texts can be read
again.
"""

from evalhub.lib.errors import UnknownKey
from evalhub.lib.registry import Registry

# By parser_version: "score_critic.1".
registry = Registry("parser", package="reviews.scorers.parsers", instances=True)


def parser_of(stage, version=None):
    """The Parser of a stage; UnknownKey for a stage or a version that there is none of."""
    offered = {
        number: found
        for name, found in registry.items()
        if name.rpartition(".")[0] == stage
        for number in [int(name.rpartition(".")[2])]
    }
    if not offered:
        raise UnknownKey(f"Unknown stage {stage!r}. Valid: {', '.join(stages())}.", details={"valid": stages()})
    wanted = max(offered) if version is None else version
    if wanted not in offered:
        raise UnknownKey(f"The parser of {stage} has no version {wanted!r}. Valid: {', '.join(map(str, offered))}.")
    return offered[wanted]


def stages():
    """The stages that have a parser, in the order of their names."""
    return sorted({name.rpartition(".")[0] for name in registry})
