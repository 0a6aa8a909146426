"""Conditions: when a question is asked, and when it needs an answer, as a function of the answers before it."""

from annotations.labels import registry
from annotations.labels.reading import ObjectReader, is_number, listed, refusal, shown
from evalhub.lib.errors import InvalidInput

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
    return _passes(condition, question, answers.get(question.key, UNANSWERED))


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
        raise refusal(path, f'{"has both any and all" if given else "has neither any nor all"}. Valid: one of the two.')
    if depth > MAX_DEPTH:
        raise refusal(path, f"lies more than {MAX_DEPTH} groups deep. Valid: at most {MAX_DEPTH}.")
    name = given[0]
    parts = reader.array(name, minimum=1, maximum=MAX_PARTS, of="conditions")
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
        valid = listed(earlier) if earlier else "none, this is the first question"
        raise reader.refuse("question", f"is {shown(key)}. Valid: the key of an earlier question: {valid}.")
    rest = reader.rest()
    if len(rest) != 1 or next(iter(rest)) not in TESTS:
        met = listed(shown(name) for name in rest) if rest else "no test"
        raise refusal(path, f"has {met}. Valid: one of {listed(TESTS)}.")
    ((name, value),) = rest.items()
    return {"question": key, name: _wanted(name, value, earlier[key], f"{path}.{name}")}


def _wanted(name, value, question, path):
    """The value that a test compares with, in the form in which the label type stores it."""
    label_type, config = registry[question.label_type], question.config
    if name == "answered":
        if not isinstance(value, bool):
            raise refusal(path, f"is {shown(value)}. Valid: true or false.")
        return value
    if name in ("at_least", "at_most") and label_type.level(config) not in ORDERED:
        raise refusal(path, f"compares a question of type {question.label_type!r}, whose answers have no order here.")
    if name in ("at_least", "at_most") and is_number(value):
        return value
    try:
        return label_type.clean_part(config, value) if name == "contains" else label_type.clean(config, value)
    except InvalidInput as error:
        raise refusal(path, f"does not fit question {question.key!r}. {error.message}") from error


def _passes(test, question, value):
    if "answered" in test:
        return (value is not UNANSWERED) == test["answered"]
    if value is UNANSWERED:
        return False
    label_type, config = registry[question.label_type], question.config
    if "is" in test:
        return value == test["is"]
    if "is_not" in test:
        return value != test["is_not"]
    if "contains" in test:
        return label_type.contains(config, value, test["contains"])
    number = label_type.number(config, value)
    if "at_least" in test:
        return number >= _bound(label_type, config, test["at_least"])
    return number <= _bound(label_type, config, test["at_most"])


def _bound(label_type, config, value):
    return float(value) if is_number(value) else label_type.number(config, value)
