"""Items by state: how many have what they need, and where answers differ."""

from types import SimpleNamespace

from annotations.progress.charts import TaskSubject
from annotations.progress.charts.items_by_state import ItemsByState


def of(**counts):
    names = ("adjudicated", "agreeing", "disagreeing", "in_work", "open", "complete", "total")
    return ItemsByState().chart(TaskSubject(SimpleNamespace(**dict.fromkeys(names, 0) | counts), []))


def test_finding_counts_what_is_complete_and_what_differs():
    chart = of(agreeing=3, disagreeing=2, open=5, complete=5, total=10)

    assert chart.finding == "5 of 10 items have all the answers they need. On 2 of them the answers differ."
    assert [row[0] for row in chart.table.rows] == [
        "Adjudicated", "Complete, answers agree", "Complete, answers differ", "In progress", "Open"
    ]  # fmt: skip


def test_task_without_items_has_none():
    assert of() is None
