"""What the charts of a judge's page draw, made by hand."""

from types import SimpleNamespace

from reviews.quality.charts.judge_subject import JudgeSubject


def line(key, value, low=None, high=None, reason=""):
    return SimpleNamespace(key=key, title=key, value=value, low=low, high=high, n=40, reason=reason)


def subject(measures=None, details=None):
    return JudgeSubject("llm", measures or {}, details or {}, {0.0: "No", 1.0: "Yes"}, str)
