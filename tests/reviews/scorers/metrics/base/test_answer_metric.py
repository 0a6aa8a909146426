"""What all metrics of answers do: parameters, references, lengths, many answers at once."""

import math
from dataclasses import dataclass

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.scorers.metrics import AnswerMetric, ScoredAnswer, metrics_of_answers, scored
from reviews.scorers.metrics.base import parameters
from reviews.scorers.registry import OUTPUT, REFERENCE, registry


class Share(AnswerMetric):
    version = "1"
    needs = frozenset({OUTPUT, REFERENCE})
    longest_text = 10

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        weight: float = parameters.number(1, low=0, high=2)
        side: str = parameters.choice("left", "right")
        strict: bool = False
        word: str = ""

    def score(self, item):
        return scored(self.parameters.weight * len(item.output) / 10, item.references[0])


def test_metrics_say_what_they_measure_with_defaults():
    for key, metric in metrics_of_answers.items():
        made = metric.made()

        assert metric.title and metric.description and metric.version and len(metric.version) <= 40, key
        assert metric.config["min"] == 0 and metric.direction == "higher", key
        assert made.prepare(ScoredAnswer("a", "b"), None) is None, key
        assert set(made.settings) == set(metric.Parameters.__dataclass_fields__), key

    assert "questions" in registry and "questions" not in metrics_of_answers
    assert {"exact_match", "contains", "regex", "numeric_tolerance"} <= set(metrics_of_answers)

    assert Share.made({"weight": 0.5}).settings == {"weight": 0.5, "side": "left", "strict": False, "word": ""}
    assert Share.made({}).settings == Share.made(None).settings == Share().settings


@pytest.mark.parametrize(
    ("given", "path", "valid"),
    [
        ({"weight": 3}, "weight", "Valid: a number from 0 to 2"),
        ({"weight": "1"}, "weight", "Valid: a number from 0 to 2"),
        ({"side": "top"}, "side", "is 'top'. Valid: left, right"),
        ({"strict": 1}, "strict", "Valid: true or false"),
        ({"word": 5}, "word", "is 5. Valid: a text"),
        ({"speed": 5}, "", "unknown key 'speed'. Valid: weight, side, strict, word"),
        ([], "", "an object"),
    ],
)
def test_parameters_that_are_wrong_are_named(given, path, valid):
    with pytest.raises(InvalidInput) as refused:
        Share.made(given)

    assert refused.value.details["path"] == path and valid in refused.value.message


def test_missing_cut_long_and_many_texts():
    absent, empty = (Share().read(None, ScoredAnswer("abc", expected)) for expected in (None, ""))
    assert (absent.status, absent.values, absent.error_class) == ("unreadable", {}, "no_reference")
    assert str(absent.message) == "There is no expected output to compare with."
    assert (empty.status, empty.values) == ("ok", {"value": 0.3, "reason": ""})

    whole, cut = (Share().read_many([ScoredAnswer("abc", "b", is_cut=is_cut)])[0] for is_cut in (False, True))
    assert (whole.status, cut.status, cut.values, cut.error_class) == ("ok", "unreadable", {}, "cut_by_length")

    for item in (ScoredAnswer("a" * 11, "b"), ScoredAnswer("a", "b" * 11), ScoredAnswer("a", "b", ("c" * 11,))):
        found = Share().read(None, item)

        assert (found.error_class, found.message.params) == ("too_long", {"n": 11, "most": 10})

    found = Share().read_many([ScoredAnswer("abc", "b"), ScoredAnswer("a"), ScoredAnswer("ab", "b")])
    assert [each.values.get("value") for each in found] == [0.3, None, 0.2]


def test_an_exception_and_a_value_that_is_no_number_cost_one_answer(caplog):
    class Odd(Share):
        def score(self, item):
            return scored({"ten": 10**400, "endless": math.inf, "none": math.nan}.get(item.output, len(item.output)))

    found = Odd().read_many([ScoredAnswer(text, "b") for text in ("a", "ten", "endless", "none", "ab")])

    assert [each.values.get("value") for each in found] == [1, None, None, None, 2]
    assert [str(each.message) for each in found[1:4]] == [
        "The metric cannot score this output: OverflowError. EvalHub's log has the details.",
        "The metric gave inf, which is not a finite number.",
        "The metric gave nan, which is not a finite number.",
    ]
    assert "int too large to convert to float" in caplog.text


def test_acceptable_answers_are_references_too():
    assert ScoredAnswer("a", None, ("b", "c")).references == ("b", "c")
    assert ScoredAnswer("a", "b", ("c",)).references == ("b", "c")
