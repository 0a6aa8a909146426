"""The agreement page: words where there is no figure, figures where there is one."""

import pytest

from annotations.actions import agreement
from tests import factories
from tests.annotations.panel import answer_all, everyone, make_panel


def page(client_of, bob, task):
    response = client_of(bob).get(f"/tasks/{task.pk}/agreement/")
    assert response.status_code == 200
    return response.content.decode()


def test_figures_of_people_and_machines(acme, bob, client_of):
    task = make_panel(acme, rows=12)
    answer_all(task)
    agreement.compute(task=task)

    html = page(client_of, bob, task)

    for words in ("Machines against people", "model-0", "differ most", "How the labels are spread", "ordinal alpha"):
        assert words in html
    assert "Recompute" not in html


@pytest.mark.parametrize(
    "votes, words",
    [
        ([], "No agreement yet"),
        (["correct"], "no item has two labels"),
        (["correct", "correct"], "every label is the same"),
    ],
)
def test_words_instead_of_figures(acme, bob, client_of, votes, words):
    task = make_panel(acme, rows=1)
    for person, vote in zip(everyone(task), votes, strict=False):
        factories.make_annotation(task.items.get(), person, {"verdict": vote})
    if votes:
        agreement.compute(task=task)

    html = page(client_of, bob, task)

    assert words in html
    assert "nan" not in html.lower().replace("finance", "")


def test_news_can_be_recomputed(acme, bob, client_of, monkeypatch):
    woken = []
    monkeypatch.setattr("annotations.views.agreement.agree.delay_on_commit", woken.append)
    task = make_panel(acme, rows=1)
    agreement.compute(task=task)
    factories.make_event(task)

    assert "Recompute" in page(client_of, bob, task)
    assert client_of(bob).post(f"/tasks/{task.pk}/agreement/recompute/").status_code == 302

    assert woken == [str(task.pk)]


def test_hidden_from_annotators_and_others(acme, alice, mallory, client_of):
    path = f"/tasks/{make_panel(acme, rows=1).pk}/agreement/"

    assert [client_of(who).get(path).status_code for who in (alice, mallory)] == [403, 404]
