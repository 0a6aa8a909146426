"""Gates are read into conditions, and what cannot be read says where and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.gates.expression import Condition, Figure, Group, InvalidGate, Limit, conditions_of, read


@pytest.mark.parametrize("text, figure, bound, operator, limit", [
    ("faithfulness.mean >= baseline - 0.02", Figure("faithfulness", "mean"), "", ">=", Limit(-0.02, True)),
    ("correctness.mean lower >= 0.8", Figure("correctness", "mean"), "lower", ">=", Limit(0.8)),
    ("p(latency_ms, 95) <= 2000", Figure("latency_ms", "quantile", 0.95), "", "<=", Limit(2000)),
    ("failed_share <= 1%", Figure("", "failed_share"), "", "<=", Limit(0.01)),
    ("cost_usd.median < baseline * 1.1", Figure("cost_usd", "quantile", 0.5), "", "<", Limit(0, True, 1.1)),
    ("a-b.pass_share upper == -1.5", Figure("a-b", "pass_share"), "upper", "==", Limit(-1.5)),
    ("x.p95>baseline", Figure("x", "quantile", 0.95), "", ">", Limit(0, True)),
    ("a.mean[topic=sums] > 1", Figure("a", "mean", None, (("topic", "sums"),)), "", ">", Limit(1)),
    ('p(a, 5)[t = "Set up", n=3] lower > 1', Figure("a", "quantile", 0.05, (("t", "Set up"), ("n", "3"))), "lower", ">",
     Limit(1)),
    ("p.mean > .5e1", Figure("p", "mean"), "", ">", Limit(5)),
])  # fmt: skip
def test_condition(text, figure, bound, operator, limit):
    assert read(f"  {text} ") == Condition(figure, bound, operator, limit, text)


def test_and_binds_closer_than_or_and_new_lines_mean_and():
    found = read("a.mean > 1 or b.mean > 2 and\n c.mean > 3")
    lines = read("a.mean > 1\n\n(b.mean > 2\nor c.mean > 3)\n")

    assert isinstance(found, Group) and (found.joined, found.parts[1].joined) == ("or", "and")
    assert isinstance(lines, Group) and (lines.joined, lines.parts[1].joined) == ("and", "or")
    assert [each.figure.metric for each in conditions_of(lines)] == ["a", "b", "c"]


@pytest.mark.parametrize("text, place, words", [
    ("faithfulness >= 0.8", 14, "'>='. Valid: ."),
    ("faithfulness.mode >= 0.8", 14, "Valid: mean, median"),
    ("faithfulness.mean => 0.8", 19, "Valid: lower, upper, >="),
    ("faithfulness.mean >= high", 22, "Valid: a number, or baseline"),
    ("faithfulness.mean >= 0.8 and", 29, "the end of the expression"),
    ("(a.mean > 1", 12, "Valid: )"),
    ("a.mean > 1)", 11, "Valid: the end"),
    ("p(latency_ms, 100) < 1", 15, "between 0 and 100"),
    ("a.mean lower > baseline * 2", 16, "without *"),
    ("baseline > 2", 1, "a metric and a statistic"),
    ("a.mean > 1; b.mean", 11, "';'"),
    ("a.mean[] > 1", 8, "a field of the metadata"),
    ("a.mean[t] > 1", 9, "Valid: =."),
    ("a.mean[t=] > 1", 10, "a value, in quotes"),
    ("a.mean[t=x y] > 1", 12, "Valid: ]"),
    ("a.mean[t=x, t=y] > 1", 13, "each once"),
    ("a.mean[t=\"x] > 1", 10, "a value"),
    ("failed_share[t=x] < 1", 13, "correctness.failed_share[…]"),
    ("a.mean > baseline[t=x]", 18, "the end"),
    ("a.mean <= 1e999", 11, "'1e999'. Valid: a number below 1.8e308"),
    ("a.mean >= -1e999", 12, "'1e999'"),
    (f"a.mean >= {'9' * 400}", 11, "999'. Valid: a number below"),
    ("a.mean >= baseline * 1e999 - 1e999", 22, "'1e999'"),
    ("a.mean >= baseline - 1e999 %", 22, "'1e999'"),
    ("p(latency_ms, 1e999) < 1", 15, "'1e999'"),
])  # fmt: skip
def test_what_cannot_be_read_says_where(text, place, words):
    with pytest.raises(InvalidGate) as error:
        read(text)

    assert error.value.details == {"position": place} and words in str(error.value.message)


@pytest.mark.parametrize("text", ["", "  ", None, 3, "a.mean > 1 and " * 200, "(" * 60 + "a.mean > 1" + ")" * 60])
def test_unusual_expressions_are_refused(text):
    with pytest.raises(InvalidGate):
        read(text)


@given(st.text(alphabet='abp.()[]"<>=*+-,% 019\n', max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        found = read(text)
    except InvalidGate:
        return
    assert conditions_of(found)
