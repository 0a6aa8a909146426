"""What a jury makes of the values of its members: one value and number, or none."""

from collections import Counter
from statistics import fmean, median

from annotations.agreement.label_arrays import nearest
from annotations.labels.types import registry as label_types
from evalhub.lib import strict_json

MEAN, MEDIAN, MAJORITY = RULES = ("mean", "median", "majority")
RANKED = ("ordinal", "interval", "ratio")


def applies(rule, question):
    """Whether a question's values can be taken together by a rule: a mean and a median need an order."""
    level = label_types[question.label_type].level(question.config)
    return level is not None if rule == MAJORITY else level in RANKED


def verdict(rule, question, votes):
    """(value, number) of the votes [(value, number)]; None for a majority that is tied.

    A mean and a median are of the numbers, and the value is the nearest that the question has. `number` None is that
    of the value.
    """
    if rule == MAJORITY:
        counts = Counter(strict_json.dumps(value) for value, _number in votes)
        (first, n), *others = counts.most_common()
        return None if others and others[0][1] == n else (strict_json.loads(first), None)
    number = (fmean if rule == MEAN else median)([number for _value, number in votes])
    label_type, config = label_types[question.label_type], question.config
    domain = label_type.domain(config)
    if domain:
        return label_type.from_consensus(config, float(nearest(number, domain))), number
    value = round(number) if label_type.json_schema(config).get("type") == "integer" else number
    return value, number
