"""The agreement page: words where there is no figure, figures where there is one."""

import csv
import io
import re

import pytest

from annotations.agreement.actions import snapshots
from annotations.models import AgreementSnapshot, Annotation, Annotator
from tests import factories, pseudo_language
from tests.annotations.panel import answer_all, everyone, make_panel
from tests.lists.walks import shown
from tests.undoing import undone


def page(client_of, bob, task):
    response = client_of(bob).get(f"/tasks/{task.pk}/agreement/")
    assert response.status_code == 200
    return response.content.decode()


def test_figures_of_people_and_machines_in_words_that_can_be_translated(acme, bob, client_of):
    task = make_panel(acme, rows=12)
    answer_all(task)
    snapshots.compute(task=task)

    html = page(client_of, bob, task)
    with pseudo_language.spoken():
        client = client_of(bob, headers={"accept-language": pseudo_language.CODE})
        translated = client.get(f"/tasks/{task.pk}/agreement/").content.decode()

    words = ("Models vs. people", "model-0", "differ most", "Label distribution", "low agreement", "ordinal alpha")
    assert [each for each in words if each not in html] == []
    assert "Recompute" not in html
    assert "Krippendorff" in translated and pseudo_language.untranslated(translated) == []


def test_words_instead_of_figures(acme, bob, client_of):
    cases = [
        ([], "No agreement yet"),
        (["correct"], "no item has two labels"),
        (["correct", "correct"], "every label is the same"),
    ]
    task = make_panel(acme, rows=1)
    for votes, words in cases:
        with undone():
            for person, vote in zip(everyone(task), votes, strict=False):
                factories.make_annotation(task.items.get(), person, {"verdict": vote})
            if votes:
                snapshots.compute(task=task)

            html = page(client_of, bob, task)

            assert words in html
            assert not re.search(r"\bnan\b", html, re.IGNORECASE)


def test_gwets_ac1_is_shown_where_the_note_sends_the_reader_to_it(acme, bob, client_of, api_of):
    unbalanced, balanced = (make_panel(acme, rows=20, name=name) for name in ("Nearly all alike", "Mixed"))
    first, second = everyone(unbalanced)[:2]
    for task, common in ((unbalanced, ["correct"] * 20), (balanced, ["correct", "wrong"] * 10)):
        for place, (item, verdict) in enumerate(zip(task.items.order_by("position"), common, strict=True)):
            factories.make_annotation(item, first, {"verdict": "wrong" if place == 0 else verdict})
            factories.make_annotation(item, second, {"verdict": "wrong" if place == 1 else verdict})
        snapshots.compute(task=task)

    shown, other = page(client_of, bob, unbalanced), page(client_of, bob, balanced)

    # Two of 20 pairs differ and "wrong" has a share of 2 / 40 among three values: (0.9 - 0.0475) / (1 - 0.0475).
    assert "Labels are very unbalanced" in shown and re.search(r"Gwet&#x27;s AC1 0?\.90 \(", shown)
    assert "AC1" not in other
    answer = api_of(bob).get(f"/v1/annotations/tasks/{unbalanced.pk}/progress").json()
    figures = answer["agreement_metrics"]["questions"]["verdict"]["people"]
    assert figures["gwet_ac1"]["value"] == pytest.approx((0.9 - 0.0475) / 0.9525)
    assert "gwet_ac1,people" in client_of(bob).get(f"/tasks/{unbalanced.pk}/agreement/figures.csv").content.decode()


def test_news_can_be_recomputed(acme, bob, client_of, monkeypatch):
    woken = []
    monkeypatch.setattr("annotations.progress.views.task_agreement.agree.delay_on_commit", woken.append)
    task = make_panel(acme, rows=1)
    snapshots.compute(task=task)
    factories.make_event(task)

    assert "Recompute" in page(client_of, bob, task)
    assert client_of(bob).post(f"/tasks/{task.pk}/agreement/recompute/").status_code == 302

    assert woken == [str(task.pk)]


def confused(acme, name="Abe"):
    """A task whose people met correct against wrong twice, and a machine that said partly; figures computed."""
    task = make_panel(acme, rows=2)
    Annotator.objects.filter(pk=everyone(task)[0].pk).update(name=name)
    people, machine = everyone(task)[:3], everyone(task)[3]
    for item in task.items.all():
        for person, verdict in zip(people, ["correct", "wrong"], strict=False):
            factories.make_annotation(item, person, {"verdict": verdict})
        factories.make_annotation(item, machine, {"verdict": "partly"})
    snapshots.compute(task=task)
    return task


def test_confusions_are_said_and_cells_lead_to_the_items_behind_them(acme, bob, client_of):
    task = confused(acme)
    first, second = (str(person.pk) for person in everyone(task)[:2])
    start = f"/tasks/{task.pk}/adjudication/"

    html = page(client_of, bob, task)

    for words in (
        "Most often confused: correct and wrong, 2 pairs of people",
        "Agreement by label",
        "not chosen by any pair",
        "Rows are people, columns are models",
    ):
        assert words in html
    assert "Over time" not in html, "One day is no line."
    for end in (f"first={first}&second={second}", "label=0&other=2&between=people", "label=2&other=1&between=machines"):
        query = f"?state=all&question=verdict&{end}"
        assert f'href="{start}{query.replace("&", "&amp;")}"' in html
        assert shown("disputes", bob, query, task).total == 2, end


def test_labels_that_nobody_has_met_on_are_not_listed(acme, bob, client_of):
    task = make_panel(acme, rows=1)
    factories.make_annotation(task.items.get(), everyone(task)[0], {"verdict": "correct"})
    snapshots.compute(task=task)

    assert "Agreement by label" not in page(client_of, bob, task)


def test_readers_who_may_not_adjudicate_get_no_links(acme, vera, client_of):
    html = client_of(vera).get(f"/tasks/{confused(acme).pk}/agreement/").content.decode()

    assert "Most often confused" in html and "/adjudication/" not in html


def test_basis_says_what_counts_and_what_is_left_out(acme, bob, client_of):
    task = confused(acme)
    item = task.items.first()
    factories.make_annotation(item, everyone(task)[2], {"verdict": "wrong"}, flagged=True, flag_reason="Odd.")
    factories.make_annotation(item, everyone(task)[4], {"verdict": "wrong"}, exposure="saw_people")
    snapshots.compute(task=task)

    html = page(client_of, bob, task)
    AgreementSnapshot.objects.filter(task=task).exclude(metric="computed").update(details={})
    AgreementSnapshot.objects.filter(metric="pair_matrix").delete()
    without_basis = page(client_of, bob, task)

    assert "Data basis: 6 answers" in html and "Excluded: 1 flagged, 1 given after seeing others" in html
    assert "Data basis" not in without_basis


def test_page_as_csv(acme, bob, client_of):
    task = confused(acme, name="=1+1")
    response = client_of(bob).get(f"/tasks/{task.pk}/agreement/figures.csv")

    text = response.content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert ",'=1+1," in text, "Names are no formulas."
    columns = rows[0]
    found = {tuple(row[:5]): dict(zip(columns, row, strict=True)) for row in rows[1:]}
    alpha = found["verdict", "krippendorff_alpha", "people", "", ""]
    assert float(alpha["value"]) < 0 and alpha["items"] == "2"
    assert found["score", "krippendorff_alpha", "people", "", ""]["undefined_because"] == "NO_PAIRS"
    assert found["verdict", "pairs_of_labels", "people", "correct", "wrong"]["value"] == "2"
    assert found["verdict", "pairs_of_labels", "machines", "wrong", "partly"]["value"] == "2"
    assert response["Content-Type"].startswith("text/csv")


def over_days(acme, votes_by_day):
    """A task with an item per day, answered by two people with the votes of that day; figures computed."""
    task = make_panel(acme, rows=len(votes_by_day))
    for item, (day, votes) in zip(task.items.order_by("position"), votes_by_day.items(), strict=True):
        for person, vote in zip(everyone(task), votes, strict=False):
            given = factories.make_annotation(item, person, {"verdict": vote})
            Annotation.objects.filter(pk=given.pk).update(submitted_at=f"{day}T12:00:00+00:00")
    snapshots.compute(task=task)
    return task


def test_drift_is_drawn_with_gaps_where_alpha_is_not_defined(acme, bob, client_of):
    task = over_days(
        acme,
        {
            "2026-03-01": ["correct", "correct"],
            "2026-03-02": ["wrong", "wrong"],
            "2026-03-13": ["correct", "wrong"],
            "2026-03-14": ["wrong", "correct"],
        },
    )

    html = page(client_of, bob, task)

    assert "Over time" in html and "Alpha of people over time: verdict" in html
    table = html[html.index("Alpha of people over time: verdict, table") :]
    table = table[: table.index("</table>")]
    assert all(f"2026-03-{first:02} to 2026-03-{first + 1:02}" in table for first in (1, 3, 13))
    assert table.count("no item has two labels") == 5  # the stretches between, which are no zeros
    assert "<td>0.00</td>" not in table
    assert "highest 1.00 (2026-03-01 to 2026-03-02), newest −0.50." in html
    figures = client_of(bob).get(f"/tasks/{task.pk}/agreement/figures.csv").content.decode()
    assert "verdict,krippendorff_alpha_over_time,people,2026-03-03,2026-03-04,,,,0," in figures
