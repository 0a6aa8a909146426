"""Conditions: when a question is asked, and when it needs an answer, as a function of the answers before it."""

from annotations.labels.reading import ObjectReader, is_number, listed, not_valid, refusal, shown
from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

GROUPS = ("any", "all")
TESTS = ("is", "is_not", "contains", "at_least", "at_most", "answered")
ORDERED = ("ordinal", "interval", "ratio")
MAX_DEPTH = 5
MAX_PARTS = 50
UNANSWERED = object()


def parse(data, path, earlier):
    """The canonical condition of `data`; InvalidInput with the path of the first mistake.

    A condition is a group {"any": [...]} or {"all": [...]} of groups and tests; a single test may stand for a group of
    one. A test is {"question": key, <test>: value} with one of is, is_not, contains, at_least, at_most, answered.
    earlier: {key: QuestionSpec} of the questions before the one that has the condition; only these may be named, so
    that conditions never run in a circle.
    """
    if isinstance(data, dict) and "question" in data:
        return {"all": [_test(data, path, earlier)]}
    return _group(data, path, earlier, depth=1)


def holds(condition, answers, questions):
    """Whether a canonical condition is met. None, which is no condition, always is.

    answers: {key: value} of the questions that are asked and answered validly. Without an answer every test fails
    but `answered: false`: "is_not" means answered, and something else.
    questions: {key: QuestionSpec}.
    """
    if condition is None:
        return True
    if "any" in condition:
        return any(holds(part, answers, questions) for part in condition["any"])
    if "all" in condition:
        return all(holds(part, answers, questions) for part in condition["all"])
    question = questions[condition["question"]]
    value = answers.get(question.key, UNANSWERED)
    if "answered" in condition:
        return (value is not UNANSWERED) == condition["answered"]
    if value is UNANSWERED:
        return False
    label_type, config = registry[question.label_type], question.config
    if "is" in condition:
        return value == condition["is"]
    if "is_not" in condition:
        return value != condition["is_not"]
    if "contains" in condition:
        return label_type.contains(config, value, condition["contains"])
    number = label_type.number(config, value)
    if "at_least" in condition:
        return number >= bound(question, condition["at_least"])
    return number <= bound(question, condition["at_most"])


def bound(question, value):
    """The number that `at_least` and `at_most` compare with."""
    return float(value) if is_number(value) else registry[question.label_type].number(question.config, value)


def named(condition):
    """The keys of the questions that a canonical condition looks at."""
    if condition is None:
        return set()
    if "question" in condition:
        return {condition["question"]}
    return set().union(*(named(part) for group in GROUPS for part in condition.get(group, ())))


def _group(data, path, earlier, depth):
    reader = ObjectReader(data, path)
    given = [name for name in GROUPS if reader.has(name)]
    if len(given) != 1:
        both = _("has both any and all. Valid: one of the two.")
        raise refusal(path, both if given else _("has neither any nor all. Valid: one of the two."))
    if depth > MAX_DEPTH:
        raise refusal(path, _("lies more than %(most)s groups deep. Valid: at most %(most)s.") % {"most": MAX_DEPTH})
    name = given[0]
    parts = reader.array(name, minimum=1, maximum=MAX_PARTS, of=_("conditions"))
    reader.end()
    return {name: [_part(part, f"{reader.at(name)}[{index}]", earlier, depth) for index, part in enumerate(parts)]}


def _part(data, path, earlier, depth):
    if isinstance(data, dict) and "question" in data:
        return _test(data, path, earlier)
    return _group(data, path, earlier, depth + 1)


def _test(data, path, earlier):
    reader = ObjectReader(data, path)
    key = reader.text("question")
    if key not in earlier:
        keys = listed(earlier) if earlier else _("none, this is the first question")
        raise not_valid(reader.at("question"), key, _("the key of an earlier question: %(keys)s") % {"keys": keys})
    rest = reader.rest()
    if len(rest) != 1 or next(iter(rest)) not in TESTS:
        met = {"met": listed(shown(name) for name in rest) if rest else _("no test"), "valid": listed(TESTS)}
        raise refusal(path, _("has %(met)s. Valid: one of %(valid)s.") % met)
    ((name, value),) = rest.items()
    return {"question": key, name: _operand(name, value, earlier[key], f"{path}.{name}")}


def _operand(name, value, question, path):
    """The value that a test compares with, in the form in which the label type stores it."""
    label_type, config = registry[question.label_type], question.config
    if name == "answered":
        if not isinstance(value, bool):
            raise not_valid(path, value, _("true or false"))
        return value
    if name in ("at_least", "at_most") and label_type.level(config) not in ORDERED:
        problem = _("compares a question of type %(type)s, whose answers have no order here.")
        raise refusal(path, problem % {"type": repr(question.label_type)})
    if name in ("at_least", "at_most") and is_number(value):
        return value
    try:
        return label_type.clean_part(config, value) if name == "contains" else label_type.clean(config, value)
    except InvalidInput as error:
        problem = _("does not fit question %(key)s. %(why)s") % {"key": repr(question.key), "why": error.message}
        raise refusal(path, problem) from error
