"""Each model beside the majority of people."""

from annotations.agreement.charts.machines import Machines
from tests.annotations.agreement.charts.subjects import Row, subject


def machine(name, value, reason=""):
    return {"annotator": name, "value": value, "low": None, "high": None, "n_items": 12, "reason": reason}


def of(*machines):
    return Machines().chart(subject(between=Row(details={"machines": list(machines)})))


def test_best_model_is_named_and_one_model_is_no_comparison_and_undefined_ones_say_so():
    chart = of(machine("small", 0.4), machine("large", 0.6))
    assert chart.finding == "large agrees most with the majority of people: alpha 0.60."
    assert [row[0] for row in chart.table.rows] == ["small", "large"]

    assert of(machine("small", 0.4)) is None
    assert of(machine("a", None, "NO_PAIRS"), machine("b", None, "NO_PAIRS")).finding.startswith("No model")
