"""Summaries that no database has stored."""

from annotations.models import Annotator, Question
from experiments.evaluations.models import ScoreSummary


def make_question():
    config = {"min": 0, "max": 1, "integer": True, "unit": "", "ratio": False}
    return Question(key="exact_match", title="Exact match", label_type="number", config=config)


def make_summary(question, mean, n, slice=""):
    """Of n scores that are 0 or 1."""
    passed = round((mean or 0) * n)
    return ScoreSummary(
        question=question,
        annotator=Annotator(name="Exact match", kind="program"),
        slice=slice,
        n_total=max(n, 1),
        n_scored=n,
        mean=mean,
        m2=None if mean is None else n * mean * (1 - mean),
        histogram={"low": 0, "high": 1, "counts": [n - passed, passed]} if n else {},
    )
