"""One answer scored by a metric, as tests of metrics write it."""

from reviews.scorers.metrics import ScoredAnswer, metrics_of_answers


def found(key, output, *references, **parameters):
    """The Finding of an output with an expected output and acceptable answers, under a metric with parameters."""
    expected, *acceptable = references or (None,)
    return metrics_of_answers[key].made(parameters).read(None, ScoredAnswer(output, expected, tuple(acceptable)))


def value(key, output, *references, **parameters):
    return found(key, output, *references, **parameters).values["value"]
