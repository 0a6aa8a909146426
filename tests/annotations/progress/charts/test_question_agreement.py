"""The agreement on each question: its best and its worst, and where it is undefined."""

from annotations.progress.charts.question_agreement import QuestionAgreement
from tests.annotations.progress.charts.subjects import snapshot, subject


def test_agreement_names_the_best_and_the_worst_question():
    machines = [{"annotator_id": "1", "value": 0.5}]
    found = [
        ("Right?", {"people": snapshot(0.8), "between": snapshot(0.5, machines=machines)}),
        ("Helpful?", {"people": snapshot(0.4)}),
    ]

    chart = QuestionAgreement().chart(subject(agreement=found))

    assert chart.finding == "People agree most on “Right?” (alpha 0.80), least on “Helpful?” (0.40)"
    assert [row[0] for row in chart.table.rows] == ["Right?", "Models with people", "Helpful?"]
    undefined = [("Right?", {"people": snapshot(None, reason="NO_PAIRS")})]
    assert QuestionAgreement().chart(subject(agreement=undefined)) is None
