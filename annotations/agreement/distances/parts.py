"""How far answers with parts lie apart: the mean over the parts of an item of the mean distance of two answers."""

from dataclasses import dataclass

from annotations.agreement.distances.items import item_distances
from annotations.agreement.label_arrays import Labels


@dataclass(frozen=True)
class Score:
    """score: 0 agree, 1 as far apart as can be. n_answers: that were compared."""

    score: float
    n_answers: int


def scores(answers, *, dispute, config):
    """{item: Score} of the items with two answers or more; answers: (item, value) pairs in any order.

    A part has the distance that its level has for whole questions, so that a turn weighs as the question would.
    """
    values_of = {}
    for item, value in answers:
        values_of.setdefault(item, []).append(value)
    owners, rows = [], []
    for item, values in values_of.items():
        for part in dispute.parts(config, values) if len(values) > 1 else ():
            rows += [
                (len(owners), index, dispute.number(config, value))
                for index, value in enumerate(part.values)
                if value is not None
            ]
            owners.append(item)
    distances = dict.fromkeys(range(len(owners)), 0.0) | _distances(rows, dispute, config)
    found = {}
    for index, item in enumerate(owners):
        found.setdefault(item, []).append(distances[index])
    return {item: Score(sum(each) / len(each), len(values_of[item])) for item, each in found.items()}


def _distances(rows, dispute, config):
    """{place of a part: its mean distance}, of the parts of which two answers say something."""
    if not rows:
        return {}
    parts, annotators, numbers = zip(*rows, strict=True)
    labels = Labels.of_numbers(items=parts, annotators=annotators, numbers=numbers, domain=dispute.domain(config))
    found = item_distances(labels, level=dispute.level(config))
    return {labels.item_keys[at]: score for at, score in zip(found.item.tolist(), found.score.tolist(), strict=True)}
