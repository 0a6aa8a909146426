"""Where a judge and people differ, grouped by what the items share: the pair of values, then traits and length."""

from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from typing import Any

from reviews.quality.judged_labels import DEVELOPMENT, JudgedLabels

LENGTH = "length"  # a trait beside those of the data: shorter or longer than the middle one
LEAST_OF_A_GROUP, MOST_GROUPS, MOST_ITEMS = 3, 3, 5


@dataclass(frozen=True)
class Group:
    """`count` of the disagreements with these two values share a trait, "" where this is all of them; of items with it
    `share` are such disagreements, of all others `elsewhere`. `items` are some of them."""

    judge: float
    people: float
    count: int
    items: tuple[int, ...]
    trait: str = ""
    value: str = ""
    share: float | None = None
    elsewhere: float | None = None


def disagreements(labels: JudgedLabels) -> dict[str, Any]:
    """Plain JSON: the number of items in the development half, of disagreements in it, and their groups.

    The test half is left out: a criterion that was changed by what is in it could not be tested on it again.
    """
    pairs = labels.pairs(DEVELOPMENT)
    lengths = sorted(each.length for each, _own, _said in pairs if each.length is not None)
    middle = lengths[len(lengths) // 2] if lengths else None
    traits = {each.item: _traits(each, middle) for each, _own, _said in pairs}
    differing = defaultdict(list)
    for each, own, said in pairs:
        if own != said:
            differing[own, said].append(each.item)
    groups = []
    for (own, said), items in sorted(differing.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        groups.append(Group(own, said, len(items), tuple(sorted(items)[:MOST_ITEMS])))
        groups += _common_traits(own, said, set(items), traits)
    return {"n": len(pairs), "count": sum(map(len, differing.values())), "groups": [asdict(each) for each in groups]}


def _traits(answer, middle):
    found = dict(answer.traits)
    if answer.length is not None and middle is not None and answer.length != middle:
        found[LENGTH] = "longer" if answer.length > middle else "shorter"
    return set(found.items())


def _common_traits(own, label, differing, traits):
    """The traits with which such disagreements are twice as frequent as without them, the most frequent first."""
    everywhere, among = Counter(), Counter()
    for item, found in traits.items():
        everywhere.update(found)
        if item in differing:
            among.update(found)
    groups = []
    for (name, value), count in among.items():
        with_it, without = everywhere[name, value], len(traits) - everywhere[name, value]
        share, elsewhere = count / with_it, (len(differing) - count) / without if without else None
        if count >= LEAST_OF_A_GROUP and elsewhere is not None and share >= 2 * elsewhere:
            items = sorted(item for item in differing if (name, value) in traits[item])
            groups.append(Group(own, label, count, tuple(items[:MOST_ITEMS]), name, value, share, elsewhere))
    return sorted(groups, key=lambda each: (-each.count, each.trait, each.value))[:MOST_GROUPS]
