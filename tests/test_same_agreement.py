"""Agreement, models against people and waiting audits are the same figures on every page that shows them."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from annotations.agreement import model_agreement
from annotations.agreement.actions import snapshots
from annotations.models import AgreementSnapshot, Annotator, Judgement
from evalhub.home.counts import counts_of
from reviews.audits.actions import majority, picks
from reviews.models import AuditPick
from tests import factories
from tests.annotations.panel import answer_all, make_panel
from tests.kept_people import acme
from tests.reviews.listing import list_all
from tests.undrawn import given

__all__ = ["acme"]
pytestmark = pytest.mark.django_db
LOW = {"value": 0.7, "low": 0.6, "high": 0.79, "n_items": 60}
HIGH = {"value": 0.84, "low": 0.76, "high": 0.9, "n_items": 61}
WIDE = {"value": 0.2, "low": None, "high": None, "n_items": 3}


@pytest.fixture(scope="module")
def task(acme):
    task = make_panel(acme, rows=24, name="Are they right?")
    answer_all(task)
    snapshots.compute(task=task)
    people = AgreementSnapshot.objects.among_people().filter(task=task)
    for key, values in {"verdict": HIGH, "grade": LOW, "score": HIGH, "seconds": WIDE, "faults": HIGH}.items():
        people.filter(question__key=key).update(**values, reason="")
    for annotator in Annotator.objects.filter(kind="llm"):
        factories.make_run(task, annotator)
    list_all()
    return task


def address(name, *args):
    return reverse(f"annotations:{name}", args=args)


def test_agreement_of_a_task_is_one_figure_with_one_verdict(task, bob, client_of):
    client, verdict = client_of(bob), "at least 0.60: low agreement"
    home, costs = given(client, "/"), given(client, "/costs/")
    (row,) = home["tasks"]
    listed = next(line.row for line in given(client, address("task_list"))["list"].lines if line.row.pk == task.pk)
    stat = next(each for each in given(client, address("task_detail", task.pk))["stats"] if "greement" in each.label)
    questions = given(client, address("task_agreement", task.pk))["questions"]
    shown = {each.figures.key: each.figures.people for each in questions}

    doors = {(each.value, each.band) for each in (row.agreement, listed.agreement, shown["grade"])}
    assert doors | {(stat.value, stat.note.partition(" · ")[0])} == {("0.70", verdict)}
    found = costs["figures"].agreement
    assert {row.question, listed.agreement_of, found.question, stat.label.partition(": ")[2]} == {"grade"}
    assert (found.all.value, found.all.low, found.all.n) == (0.7, 0.6, 60)
    assert [each.title for each in home["attention"].shown if "greement" in each.title] == [
        f"Agreement is 0.70, {verdict}"
    ]
    assert (shown["verdict"].band, shown["seconds"].band) == ("at least 0.76: moderate agreement", "not enough data")
    assert any("0.80 (dashed)" in panel.chart.definition for panel in costs["drawn"])
    assert all("0.80 (dashed)" in each.panels[0].chart.finding for each in questions)


def test_a_model_agrees_with_people_by_one_figure(task, bob, client_of):
    client, known = client_of(bob), model_agreement.of_task(task)
    (models,) = [each.context["models"] for each in given(client, address("task_detail", task.pk))["sections"]]
    people = {row.worker.annotator: row for row in given(client, address("task_people", task.pk))["machines"]}
    for model in models:
        annotator, found = model.run.annotator, known[str(model.run.annotator_id)]
        judge = given(client, reverse("reviews:judge_detail", args=[annotator.pk]))
        criterion = next((each for each in judge["criteria"] if each.title == found.question), judge["criterion"])
        judge = given(client, reverse("reviews:judge_detail", args=[annotator.pk]), {"criterion": criterion.key})

        assert model.agreement == found
        assert (people[annotator].alpha, people[annotator].note) == (found.figure, f"{found.note} · {found.question}")
        of_criterion = model_agreement.of_questions([criterion.question.pk], annotator)[criterion.question.pk]
        assert judge["compared"] == of_criterion and of_criterion.value is not None
        assert "not compared" not in judge["sentence"]


def test_one_model_beside_people_has_one_interval(acme):
    task = make_panel(acme, rows=24)
    answer_all(task)
    (_kept, *others) = Annotator.objects.filter(annotations__task=task, kind="llm").distinct()
    task.annotations.filter(annotator__in=others).delete()
    snapshots.compute(task=task)

    for row in AgreementSnapshot.objects.filter(task=task, scope="between", value__isnull=False):
        (one,) = [each for each in row.details["machines"] if each["n_items"]]
        assert (row.value, row.low, row.high, row.n_items) == (one["value"], one["low"], one["high"], one["n_items"])


def test_waiting_audits_and_flags_are_counted_by_one_rule(task, rita, client_of):
    said = Annotator.objects.get(name="model-0").annotations.filter(task=task).order_by("pk").first()
    Judgement.objects.filter(annotation=said).update(abstained=True, value=None, number=None)
    list_all()
    cache.clear()
    client, waiting = client_of(rita), AuditPick.objects.exclude(reasons=[]).filter(is_open=True).count()
    page, steps = given(client, "/audit/")["list"], given(client, address("task_detail", task.pk))["steps"]
    presets = {str(title): n for title, n in page.preset_counts.items()}
    home = next(row for row in given(client, "/")["waiting"].shown if row.href == "/audit/")

    assert {count.key: count.text for count in counts_of(rita)}["audits"] == presets["To audit"] == str(waiting)
    assert home.title == f"Audit {waiting} model answers"
    assert home.note.startswith(f"Differ from people: {presets['Differs from people']} ·")
    assert f"{waiting} answers to audit" in [step.title for step in steps]
    rows = {line.row.pk: line.row for line in given(client, "/audit/", {"why": "any"})["list"].lines}
    stands = majority.stands_of(rows)
    for pk, row in rows.items():
        differs = "differs" in {stand for (each, _question), stand in stands.items() if each == pk}
        assert ("differs" in picks.now(row.annotation).reasons) == differs == (row.line.doubt == "differs")
        assert not differs or row.line.shown_value != row.line.people.value
    assert rows[said.pk].line.shown_value == "Abstained" and len({row.line.doubt for row in rows.values()}) > 1
