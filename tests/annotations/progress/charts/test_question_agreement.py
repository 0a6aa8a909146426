"""The agreement on each question: its best and its worst, and where it is undefined."""

from annotations.agreement import reasons
from annotations.progress.charts.question_agreement import QuestionAgreement
from tests.annotations.progress.charts.subjects import snapshot, subject


def test_agreement_names_the_best_and_the_worst_question_and_undefined_question_says_why_beside_a_defined_one():
    machines = [{"annotator_id": "1", "value": 0.5}]
    found = [
        ("Right?", {"people": snapshot(0.8), "between": snapshot(0.5, machines=machines)}),
        ("Helpful?", {"people": snapshot(0.4)}),
    ]
    chart = QuestionAgreement().chart(subject(agreement=found))
    assert chart.finding == "People agree most on “Right?” (alpha 0.80), least on “Helpful?” (0.40)"
    assert [row[0] for row in chart.table.rows] == ["Right?", "Models with people", "Helpful?"]

    found = [("Right?", {"people": snapshot(0.8)}), ("Helpful?", {"people": snapshot(None, reason="NO_VARIATION")})]
    chart = QuestionAgreement().chart(subject(agreement=[*found, ("Safe?", {})]))
    assert chart.finding == "People reach alpha 0.80 on “Right?”"
    assert [row[0] for row in chart.table.rows] == ["Right?", "Helpful?", "Safe?"]
    assert [row[1] for row in chart.table.rows] == [
        "0.80",
        reasons.text("NO_VARIATION").show,
        reasons.text("NO_PAIRS").show,
    ]


def test_models_alone_leave_people_undefined_and_no_defined_question_is_no_picture():
    between = snapshot(0.5, machines=[{"annotator_id": "1", "value": 0.5}])
    found = [("Right?", {"people": snapshot(None, reason="NO_PAIRS"), "between": between})]
    assert QuestionAgreement().chart(subject(agreement=found)).finding == "Not defined yet for people"

    chart, undefined = (
        QuestionAgreement(),
        subject(agreement=[("Right?", {"people": snapshot(None, reason="NO_PAIRS")})]),
    )
    assert chart.chart(undefined) is None
    assert chart.missing(undefined) == "Not defined yet: no item has two labels. Ask a second annotator."
