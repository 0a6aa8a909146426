"""The picture of an experiment's looks: n across, what was planned, and since when zero is excluded."""

from experiments.models import Experiment
from experiments.trials.views import pictures

RESULT = {"metric": {"key": "exact_match"}}


def points(*looks):
    """(n, half of the running interval, half of the one for a single look) around 0.1."""
    return [(n, *({"value": 0.1, "low": 0.1 - half, "high": 0.1 + half} for half in halves)) for n, *halves in looks]


def drawn(*looks, planned_n=300):
    return pictures.sequence(Experiment(significance_level=0.05, planned_n=planned_n), points(*looks), RESULT, "human")


def test_looks_stand_at_their_n_where_there_is_an_interval():
    chart = drawn((50, 0.3, 0.15), (100, 0.2, 0.09), (200, 0.08, 0.06), (250, 0.07, 0.05))
    assert "planned 300" in chart.svg and chart.finding.endswith("It excludes zero from n = 200 on.")
    assert "left zero at n = 100" in chart.definition
    assert 'x="33.33%"' in chart.svg and 'x="66.67%"' in chart.svg  # 100 and 200 of 300
    assert [key.label for key in chart.legend] == ["safe at every look", "for one look alone"]
    assert "+0.03" in chart.svg and "+0.17" in chart.svg  # the last bounds

    chart = drawn((50, 0.05, 0.04), (100, 0.2, 0.15))
    assert "excludes zero" not in chart.finding

    nothing = {"value": 0.0, "low": None, "high": None}
    experiment = Experiment(significance_level=0.05, planned_n=300)
    assert pictures.sequence(experiment, [(20, nothing, nothing)], RESULT, "human") is None
