"""The list of model answers to audit: what each row tells, and that a blind one tells nothing."""

import csv

from django.urls import reverse

from annotations.models import AnnotationTask
from reviews.audits.actions import error_rates, leases
from reviews.models import Audit, AuditOpening, AuditSample
from tests import factories
from tests.browser.audited import FORM
from tests.lists.walks import Walk, shown
from tests.reviews import criticism
from tests.reviews.kept import kept, people
from tests.reviews.listing import list_all
from tests.undrawn import undrawn

PATH = reverse("reviews:audit_list")
MISSING = {"match": "missing", "start": None, "end": None, "score": None}
SECRETS = ("Kestrel", "5 of 5", "Wrong", "0.31", "quote not found", "Low confidence", "rare justification")


def world():
    made = people()
    made.alice = factories.make_member(made.acme, "alice")
    made.said = make_said(made)
    return made


acme, alice, bob, said = map(kept, ("acme", "alice", "bob", "said"))


def make_said(made):
    """A model's four answers: sure, unlike alice's, with two invented quotes, and unsure of one question."""
    rows = [{"input": {"prompt": f"What is the refund for order {n}?"}} for n in range(4)]
    task = factories.make_task(factories.make_version(factories.make_dataset(made.acme), rows=rows), schema=FORM)
    machine = factories.make_llm_annotator(made.acme, name="Kestrel judge", model="simulated-kestrel")
    factories.make_run(task, machine)
    answers = [
        factories.make_annotation(
            item, machine, {"verdict": "wrong", "helpful": 5}, confidence=0.9, justification="A rare justification"
        )
        for item in task.items.order_by("position")
    ]
    factories.make_annotation(answers[1].item, factories.make_annotator(made.alice), {"verdict": "wrong", "helpful": 2})
    for _ in range(2):
        factories.make_evidence(answers[2].judgements.get(question__key="verdict"), "never said", **MISSING)
    answers[3].judgements.filter(question__key="helpful").update(confidence=0.31)
    list_all()
    return answers


def listed(member, **query):
    return [line.row.pk for line in shown("audits", member, query).lines]


def cells(lines, annotation):
    (line,) = (line for line in lines if line.row.pk == annotation.pk)
    return [str(cell.value) for cell in line.cells[1:5]]


def make_blind(*annotations):
    """Drawn by chance, which this task audits blind."""
    for annotation in annotations:
        AuditSample.objects.create(task=annotation.task, annotation=annotation, inclusion_probability=0.5)
    list_all()


def test_row_tells_the_question_in_doubt_both_values_and_why(said, rita, client_of):
    type(said[0].annotator).objects.filter(pk=said[0].annotator_id).update(name="<script>alert(1)</script>")
    type(said[0].task).objects.update(name="<img src=x>")
    criticism.make_critique(said[0], 0.22)
    list_all()

    answer = client_of(rita).get(PATH)

    lines, page = answer.context["list"].lines, answer.content.decode()
    assert cells(lines, said[0])[3] == "Critic objects, agreement 0.22"
    assert cells(lines, said[1]) == ["How helpful is it?", "5", "2", "Differs from people"]
    assert cells(lines, said[2]) == ["Is the answer correct?", "Wrong", "", "2 quotes not found"]
    assert cells(lines, said[3]) == ["How helpful is it?", "5", "", "Low confidence, 0.31"]
    assert "What is the refund for order 1?" in page and "<script>alert" not in page and "<img src=x" not in page
    AnnotationTask.objects.update(audit_risk_mode="critic_hidden")
    list_all()
    assert "Critic objects, " not in client_of(rita).get(PATH).content.decode()


def test_most_doubtful_answer_comes_first_and_search_finds_what_items_show(said, rita):
    order = listed(rita, why="any")

    assert order[0] == said[2].pk and order == listed(rita, why="any", sort="-doubt")[::-1]
    assert listed(rita, why="any", sort="-judged_at") == [row.pk for row in said[::-1]]
    assert listed(rita, q='"order 2"', why="any") == [said[2].pk]
    assert listed(rita, q="refund", why="any", task=str(said[0].task_id)) == order
    assert listed(rita, q="justification") == []


def test_blind_rows_show_nothing_of_the_answers_in_the_order_of_chance(said, rita, client_of):
    make_blind(*said)
    client = client_of(rita)
    everything = "item,question,model,people,doubt,judged_at,annotator,confidence,task,state"

    answer = client.get(PATH, {"columns": everything, "why": "any"})
    rows = answer.content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    file = list(csv.DictReader(b"".join(client.get(f"{PATH}?columns={everything}&format=csv")).decode().splitlines()))

    assert [line.row.pk for line in answer.context["list"].lines] == [row.pk for row in said]
    assert len(file) == 4 and rows.count("3 questions, blind first") == 4
    for secret in SECRETS:
        assert secret not in rows and secret not in str(file)
    assert {(row["model"], row["people"], row["annotator"], row["confidence"]) for row in file} == {("Hidden",) * 4}
    assert {row["doubt"] for row in file} == {"Random sample"}


def test_nothing_that_is_hidden_can_be_found(said, rita, client_of):
    """Each of these finds some answers while they may be seen, and none of them once they are blind."""
    queries = (
        {"why": "differs"},
        {"why": "missing"},
        {"why": "unsure"},
        {"model": "simulated-kestrel"},
        {"state": "overridden", "why": "any"},
    )
    judgement = said[3].judgements.first()
    auditor = factories.make_annotator(factories.make_member(rita.organization, role="admin"))
    own = factories.make_annotation(said[3].item, auditor, origin="audit").judgements.first()
    Audit.objects.create(judgement=judgement, auditor=auditor, verdict="override", own_judgement=own)
    client = client_of(rita)
    assert all(listed(rita, **query) for query in queries)

    make_blind(*said)

    assert [listed(rita, **query) for query in queries] == [[]] * len(queries)
    for query in ({"q": "justification"}, {"q": "never said"}, {"q": "Kestrel"}, {"q": "Wrong"}):
        assert listed(rita, **query) == []
    counts = {link.label: link.count for link in shown("audits", rita).view_links}
    assert (counts["To audit"], counts["Differs from people"], counts["Quote not found"]) == ("4", "0", "0")
    assert client.get(PATH, {"sort": "model"}).status_code == 422  # no column that tells of the answer can be sorted by


def test_other_models_answer_to_the_same_item_does_not_tell_of_the_blind_one(said, rita, client_of, acme):
    other = factories.make_annotation(said[1].item, factories.make_llm_annotator(acme), {"verdict": "wrong"})
    make_blind(said[1])

    with undrawn():
        lines = client_of(rita).get(PATH, {"why": "any"}).context["list"].lines

    assert cells(lines, other)[1:3] == ["Hidden", "Hidden"]
    assert set(AuditOpening.objects.values_list("annotation", flat=True)) == {said[0].pk, said[2].pk, said[3].pk}
    factories.make_annotation(
        said[1].item, factories.make_annotator(rita), {"verdict": "wrong", "helpful": 5}, origin="audit"
    )
    assert cells(shown("audits", rita, {"why": "any"}).lines, said[1])[:3] == ["How helpful is it?", "5", "2"]


def test_start_opens_the_first_row_of_the_view_that_is_free(said, rita, bob, client_of):
    client = client_of(rita)
    first, second, *_ = shown("audits", rita, {"why": "any", "sort": "-judged_at"}).lines

    page = client.get(PATH, {"why": "any", "sort": "-judged_at"}).content.decode()
    assert f'class="button primary" href="{first.href.replace("&", "&amp;")}"' in page
    leases.take(annotation=first.row.annotation, auditor=factories.make_annotator(bob))
    page = client.get(PATH, {"why": "any", "sort": "-judged_at"}, headers={"HX-Request": "true", "HX-Target": "list"})

    assert (
        second.href.replace("&", "&amp;") in page.content.decode().partition("start-auditing")[2].partition("</a>")[0]
    )
    assert "Bob has it" in page.content.decode() and b"hx-swap-oob" in page.content


def test_desk_goes_on_in_the_order_of_the_view(said, rita, client_of):
    client = client_of(rita)
    query = {"why": "any", "sort": "-judged_at", "q": "refund"}
    hrefs = [line.href for line in shown("audits", rita, query).lines]

    with undrawn():
        assert client.get(hrefs[1]).context["next_href"] == hrefs[2]
        assert client.get(hrefs[3]).context["next_href"] == hrefs[0]
        assert "?" not in client.get(hrefs[1].replace("-judged_at", "unknown")).context["next_href"]


def test_error_rate_is_of_the_blind_random_sample(said, rita, client_of, monkeypatch):
    client = client_of(rita)
    assert "Model error rate" not in client.get(PATH).content.decode()
    make_blind(said[1])
    AnnotationTask.objects.update(audit_sample_mode="assisted")
    error_rates.keep(task=said[1].task)
    assert "is not audited blind" in client.get(PATH).content.decode()
    AnnotationTask.objects.update(audit_sample_mode="blind_first")
    error_rates.keep(task=said[1].task)
    assert "Audit the 1 of the random sample" in client.get(PATH).content.decode()

    auditor = factories.make_annotator(rita)
    own = factories.make_annotation(said[1].item, auditor, {"verdict": "correct", "helpful": 5}, origin="audit")
    for judgement in said[1].judgements.exclude(question__key="note"):
        mine = own.judgements.get(question=judgement.question)
        verdict = "override" if judgement.question.key == "verdict" else "accept"
        Audit.objects.create(judgement=judgement, auditor=auditor, verdict=verdict, own_judgement=mine, blind=True)
    error_rates.keep(task=said[1].task)
    page = client.get(PATH).content.decode()
    assert "1 of 1 audited" in page and "shown from 10 audited items on" in page and "50.0 %" not in page

    monkeypatch.setattr(error_rates, "LEAST_SHOWN", 1)
    page = client.get(PATH).content.decode()

    assert "50.0 %" in page and "1 item of 1 in the random sample" in page
    assert "Most often wrong: Is the answer correct?, 100.0 % of 1 items." in page


def test_other_organizations_find_nothing_and_are_told_what_to_do(said, rita, mallory, client_of):
    foreign = factories.make_task(factories.make_version(factories.make_dataset(mallory.organization), rows=1))
    client = client_of(rita)

    page = client_of(mallory).get(PATH).content.decode()

    assert listed(mallory, why="any", state="all") == [] == listed(rita, task=str(foreign.pk))
    assert "No answers to audit" in page and "Add a model on the Models tab" in page and "Audited" in page
    for query in ({"why": "1"}, {"state": "2"}, {"task": "x"}, {"below": "3"}):
        assert client.get(PATH, query).status_code == 422, query


def walk(organization, member):
    version = factories.make_version(factories.make_dataset(organization), rows=9)
    task = factories.make_task(version, schema=FORM)
    machine = factories.make_llm_annotator(organization)
    factories.make_run(task, machine)
    for item in task.items.order_by("position"):
        said = factories.make_annotation(item, machine, {"verdict": "correct", "helpful": 4}, confidence=0.3)
        if item.position % 3 == 0:
            factories.make_evidence(said.judgements.first(), "never said", **MISSING)
    list_all()
    return Walk(PATH, search="3", filter="why", value="missing")
