"""How a sample shows its rubric: seeds, names and order of the stages; a seed gives the same on every machine.

The generator is mulberry32 by Tommy Ettinger: 32 bits of state, which is plenty for a few dozen draws.
"""

from dataclasses import dataclass

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
NAME_LENGTH = 6
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BITS = 2**32 - 1
_STEP = 0x6D2B79F5
_APART = 0x9E3779B9  # 2**32 divided by the golden ratio: spreads the streams of neighbouring stages


@dataclass(frozen=True)
class Display:
    """`label_mapping`: {token: stage number}; `tokens`: in the order in which they are shown."""

    label_mapping: dict
    tokens: tuple


def draws(seed):
    """Whole numbers from 0 to 2**32 - 1, without end."""
    state = seed & _BITS
    while True:
        state = (state + _STEP) & _BITS
        mixed = _product(state ^ state >> 15, state | 1)
        mixed ^= (mixed + _product(mixed ^ mixed >> 7, mixed | 61)) & _BITS
        yield mixed ^ mixed >> 14


def sample_seeds(seed, n):
    """`n` different signed 32-bit seeds; more of them begin with the same ones."""
    found = {}
    for drawn in draws(seed):
        if len(found) == n:
            break
        found.setdefault(drawn - 2**32 if drawn >= 2**31 else drawn)
    return list(found)


def shuffled(things, seed):
    """A list of `things` in another order (Fisher and Yates)."""
    found, numbers = list(things), draws(seed)
    for last in range(len(found) - 1, 0, -1):
        other = next(numbers) * (last + 1) >> 32
        found[last], found[other] = found[other], found[last]
    return found


def anonymous_names(seed, n):
    """`n` names of six signs, each from the seed and its place; no two alike, capitals aside."""
    found = []
    for place in range(1, n + 1):
        numbers = draws(seed ^ place * _APART & _BITS)
        name = _name(numbers)
        while name.casefold() in {other.casefold() for other in found}:
            name = _name(numbers)
        found.append(name)
    return found


def display(*, seed, n, anonymize, shuffle):
    """The Display of `n` stages to a sample; without anonymous names they are A, B, C in the order shown."""
    stages = list(range(1, n + 1))
    order = shuffled(stages, seed) if shuffle else stages
    names = anonymous_names(seed, n)
    tokens = [names[stage - 1] for stage in order] if anonymize else list(LETTERS[:n])
    return Display(label_mapping=dict(zip(tokens, order, strict=True)), tokens=tuple(tokens))


def shown_stages(stages, *, label_mapping, tokens, hide_label):
    """[{"token", "label", "criteria"}] in the order of `tokens`; a hidden label is an empty text."""
    by_number = {stage["stage_number"]: stage for stage in stages}
    found = [(token, by_number[label_mapping[token]]) for token in tokens]
    return [
        {"token": token, "label": "" if hide_label else stage["label"], "criteria": stage["criteria"]}
        for token, stage in found
    ]


def _product(left, right):
    return left * right & _BITS


def _name(numbers):
    return "".join(SIGNS[next(numbers) * len(SIGNS) >> 32] for _ in range(NAME_LENGTH))
