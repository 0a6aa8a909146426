"""The list of machine answers to audit: filters, pages, roles, organizations."""

from django.urls import reverse

from reviews.audits.actions import queue
from tests import factories
from tests.reviews.listing import list_all
from tests.statements import at_most
from tests.undoing import undone

URL = "/audit/"


def make_said(member, rows=1, **judgement):
    task = factories.make_task(factories.make_version(factories.make_dataset(member.organization), rows=rows))
    machine = factories.make_llm_annotator(member.organization)
    factories.make_run(task, machine)
    said = [factories.make_annotation(item, machine, **judgement) for item in task.items.order_by("position")]
    list_all()
    return said


def test_answers_are_listed_with_their_judge(rita, bob, client_of):
    make_said(bob, rows=2)

    page = client_of(rita).get(URL).content.decode()

    assert "Item 1" in page and "Item 2" in page
    assert "Simulated" in page and "2 answers" in page


def test_filter_by_reason(rita, bob, client_of):
    sure, unsure = make_said(bob, confidence=0.9)[0], make_said(bob, confidence=0.2)[0]

    page = client_of(rita).get(URL, {"why": "unsure"}).content.decode()

    assert reverse("reviews:audit_item", args=[unsure.pk]) in page
    assert reverse("reviews:audit_item", args=[sure.pk]) not in page
    assert "0.20" in page and "Low confidence" in page


def test_confidence_that_was_not_given_is_said_so(rita, bob, client_of):
    make_said(bob)

    assert "none given" in client_of(rita).get(URL).content.decode()


def test_filter_by_task_of_another_organization_finds_nothing(rita, mallory, client_of):
    (foreign,) = make_said(mallory)

    page = client_of(rita).get(URL, {"task": str(foreign.task_id)}).content.decode()

    assert "No answers to audit" in page


def test_links_that_cannot_be_read_begin_at_the_top(rita, bob, client_of):
    cases = ["task=x", "why=1", "state=2", "below=zz", f"below={'9' * 30}", "above=-1"]
    client = client_of(rita)
    make_said(bob)
    for query in cases:
        assert client.get(f"{URL}?{query}").status_code == 200, query


def test_pages_go_on_where_the_last_one_ended(rita, bob, client_of, monkeypatch):
    monkeypatch.setattr(queue.page, "__kwdefaults__", queue.page.__kwdefaults__ | {"size": 2})
    said = make_said(bob, rows=3)

    first = client_of(rita).get(URL)
    second = client_of(rita).get(first.context["older"])

    assert [line.annotation.pk for line in first.context["lines"]] == [said[0].pk, said[1].pk]
    assert [line.annotation.pk for line in second.context["lines"]] == [said[2].pk]
    assert second.context["newer"] and not second.context["older"]


def test_list_costs_the_same_for_many(rita, bob, client_of):
    make_said(bob, rows=20)
    client = client_of(rita)
    client.get(URL)

    with at_most(12):
        client.get(URL)


def test_empty_list_says_what_to_do(rita, client_of):
    assert "No answers to audit" in client_of(rita).get(URL).content.decode()
    assert "Add a model on the Models tab" in client_of(rita).get(URL, {"why": "any", "state": "all"}).content.decode()


def test_names_are_text(rita, bob, client_of):
    (said,) = make_said(bob)
    type(said.annotator).objects.filter(pk=said.annotator_id).update(name="<script>alert(1)</script>")
    type(said.task).objects.update(name="<img src=x>")

    page = client_of(rita).get(URL).content.decode()

    assert "<script>alert" not in page and "<img src=x" not in page


def test_roles(bob, client_of):
    cases = [("admin", 200), ("reviewer", 200), ("viewer", 403), ("annotator", 403)]
    for role, status in cases:
        with undone():
            assert client_of(factories.make_member(bob.organization, role=role)).get(URL).status_code == status
