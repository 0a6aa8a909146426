"""The API of audits: decide on a machine annotation, list what was decided."""

from annotations.models import Annotation
from reviews.models import Audit, AuditSample
from tests import factories
from tests.reviews.kept import kept, people
from tests.statements import at_most


def world():
    return people(said=make_said)


acme, bob, said = map(kept, ("acme", "bob", "said"))


def make_said(bob):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization), rows=2))
    machine = factories.make_llm_annotator(bob.organization)
    first, _ = (factories.make_annotation(item, machine) for item in task.items.order_by("position"))
    return first


def url(annotation):
    return f"/v1/annotations/{annotation.pk}/audits"


def decide(api, annotation, **decision):
    return api.post(url(annotation), {"decisions": {"verdict": decision}})


def test_reviewer_accepts_once_and_audits_are_listed_and_narrowed(rita, said, api_of):
    api, path, model = api_of(rita), f"/v1/annotations/tasks/{said.task_id}/audits", said.annotator.model

    answer = decide(api, said, verdict="accept", note="Right.")
    again = decide(api, said, verdict="cannot_judge")

    (audit,) = answer.json()["audits"]
    assert answer.status_code == 201
    assert (audit["verdict"], audit["question"], audit["machine_value"]) == ("accept", "verdict", "correct")
    assert (audit["note"], audit["own_value"], audit["blind"]) == ("Right.", None, False)
    assert (audit["mode"], audit["why"], audit["inclusion_probability"]) == ("assisted", ["new"], None)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already_audited")
    with at_most(6):
        body = api.get(path).json()
    assert body["total"] == 1 and body["audits"][0]["annotation_id"] == str(said.pk)
    for query, n in [
        ({"why": "new"}, 1),
        ({"why": "sample,new"}, 1),
        ({"why": "sample"}, 0),
        ({"model": model}, 1),
        ({"model": f"{model}-2"}, 0),
        ({"answered_since": "2020-01-01"}, 1),
        ({"answered_since": "2999-01-01"}, 0),
    ]:
        assert api.get(path, query).json()["total"] == n, query
    assert api.get(path, {"why": "mood"}).json()["error"]["code"] == "bad_filter"


def test_blind_answer_is_decided_after_ones_own(rita, said, api_of):
    AuditSample.objects.create(task=said.task, annotation=said, inclusion_probability=0.25)
    api = api_of(rita)

    early = decide(api, said, verdict="accept")
    own = api.post(f"/v1/annotations/{said.pk}/own-answers", {"labels": {"verdict": "wrong"}})
    (audit,) = decide(api, said, verdict="accept").json()["audits"]

    assert (early.status_code, early.json()["error"]["code"]) == (409, "answer_first")
    assert (own.status_code, own.json()["exposure"]) == (201, "blind")
    assert (audit["blind"], audit["mode"], audit["inclusion_probability"]) == (True, "blind_first", 0.25)
    assert audit["why"] == ["sample", "new"]  # and not "differs": one's own audit is no other opinion


def test_bad_body_is_refused_and_an_annotation_of_a_person_cannot_be_audited(rita, alice, said, api_of):
    api = api_of(rita)
    for body in ({}, {"labels": []}, {"labels": {}}, {"labels": {"tone": "x"}}, {"label": {}}):
        assert api.post(f"/v1/annotations/{said.pk}/own-answers", body).status_code == 400, body
    for body in (
        {},
        {"decisions": {}},
        {"decisions": []},
        {"decisions": {"verdict": "accept"}},
        {"decisions": {"verdict": {"verdict": "fine"}}},
        {"decisions": {"verdict": {}}},
        {"decisions": {"tone": {"verdict": "accept"}}},
        {"decisions": {"verdict": {"verdict": "accept", "x": 1}}},
        {"decisions": {"verdict": {"verdict": "override", "reason_code": "other"}}},
        {"decisions": {"verdict": {"verdict": "override", "value": {"a": 1}, "reason_code": "other"}}},
    ):
        assert api.post(url(said), body).status_code == 400, body
    by_person = factories.make_annotation(said.item, factories.make_annotator(alice))
    assert decide(api, by_person, verdict="accept").status_code == 404
    assert not Audit.objects.exists()


def test_override_is_an_annotation_of_the_reviewer(rita, said, api_of):
    answer = decide(api_of(rita), said, verdict="override", value="wrong", reason_code="misread_source")

    assert answer.json()["audits"][0]["own_value"] == "wrong"
    assert Annotation.objects.get(origin="audit").annotator.user == rita.user
