"""Study bundles over the API: who may have them, what is fresh, and walks through one snapshot."""

import csv
import hashlib
import io
import json

import pytest
from django.conf import settings

from evalhub.accounts.models import AuditEvent
from experiments.studies.actions import exports
from experiments.studies.exporting.tables import TABLES
from reviews.models import EvaluationRun
from tests.experiments.scored import answer_as, make_scored
from tests.experiments.studies_world import make_study, ready

pytestmark = pytest.mark.django_db


@pytest.fixture
def scored(bob):
    return make_scored(bob)


@pytest.fixture
def study(bob):
    """Two samples that nothing was done with."""
    return make_study(bob, samples_per_model=2)


@pytest.fixture
def caller(rita, api_of):
    return api_of(rita)


def address(study, rest=""):
    return f"/v1/studies/{study.pk}/bundle{rest}"


def body(response):
    """What is sent; the file is closed then."""
    return b"".join(response.streaming_content) if response.streaming else response.content


def end_run(study, status="completed"):
    EvaluationRun.objects.filter(pk=study.run_id).update(status=status)


def test_manifest_leads_to_the_files_it_describes(scored, caller):
    answer = caller.get(address(scored))

    manifest = answer.json()
    assert answer["ETag"] == f'"{manifest["etag"]}"'
    for table, facts in manifest["tables"].items():
        assert facts["rows"] == manifest["counts"][table]
        for file in facts["files"].values():
            response = caller.get(file["path"])
            content = body(response)
            assert (len(content), hashlib.sha256(content).hexdigest()) == (file["size_bytes"], file["sha256"])
            assert (response["X-Content-SHA256"], response["ETag"]) == (file["sha256"], answer["ETag"])

    # Files are attachments that nobody guesses about.
    response = caller.get(address(scored, "/responses.csv"), accept="text/csv")
    rows = list(csv.DictReader(io.StringIO(body(response).decode())))
    assert [json.loads(row["decoded_scores"]) for row in rows] == [[1, 3], [2], []]
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="responses-{scored.pk}.csv"'
    assert (response["X-Content-Type-Options"], response["Cache-Control"]) == ("nosniff", "no-store, private")


def test_what_the_caller_knows_is_not_sent_again(study, caller):
    for rest, state in (
        ("", "completed"),
        ("/responses", "running"),
        ("/responses.csv", "paused"),
        ("/rubrics.parquet", "completed"),
    ):
        first = caller.get(address(study, rest))
        sent = body(first)
        same = caller.get(address(study, rest), if_none_match=first["ETag"])
        weak = caller.get(address(study, rest), if_none_match=f'"other", W/{first["ETag"].removeprefix("W/")}')
        end_run(study, state)
        after = caller.get(address(study, rest), if_none_match=first["ETag"])

        assert [same.status_code, weak.status_code, after.status_code] == [304, 304, 200], rest
        assert sent and body(after) and (same.content, same["ETag"]) == (b"", first["ETag"]), rest
        assert after["ETag"] != first["ETag"], rest


def test_freshness_is_told_without_writing_files(study, caller):
    etag = exports.etag_of(study=study)

    answer = caller.get(address(study), if_none_match=f'"{etag}"')

    assert answer.status_code == 304
    assert not (settings.FILES / exports.FOLDER / str(study.pk) / etag).exists()


def test_pages_walk_through_one_snapshot_while_the_study_goes_on(scored, caller, alice):
    study = scored
    first = caller.get(address(study, "/responses"), {"limit": 2}).json()
    answer_as(alice, study)
    second = caller.get(address(study, "/responses"), {"limit": 2, "cursor": first["next"]}).json()
    anew = caller.get(address(study, "/responses")).json()

    assert (first["has_more"], len(first["rows"]), first["total"]) == (True, 2, 3)
    assert (second["has_more"], second["next"], second["etag"]) == (False, None, first["etag"])
    assert [row["response_id"] for row in first["rows"] + second["rows"]] == [
        row["response_id"] for row in anew["rows"][:3]
    ]
    assert (anew["total"], anew["has_more"]) == (4, False) and anew["etag"] != first["etag"]
    assert [row["decoded_scores"] for row in first["rows"]] == [[1, 3], [2]]


def test_an_empty_table_is_one_empty_page(bob, caller):
    answer = caller.get(address(make_study(bob), "/response_items")).json()

    assert answer == {"rows": [], "next": None, "has_more": False, "total": 0, "etag": answer["etag"]}


def test_bad_limits_and_cursors_are_refused(study, caller):
    for query in ({"limit": 0}, {"limit": 251}, {"limit": "x"}, {"cursor": "x"}, {"cursor": ""}):
        answer = caller.get(address(study, "/responses"), query)

        assert answer.status_code == 400 and "Valid" in answer.json()["error"]["message"], query


def test_a_cursor_belongs_to_its_table_and_study(bob, study, caller):
    other = make_study(bob, samples_per_model=2)
    cursor = caller.get(address(study, "/samples"), {"limit": 1}).json()["next"]

    answers = [
        caller.get(address(of, rest), {"cursor": cursor})
        for of, rest in [
            (study, "/evidence"),
            (other, "/samples"),
            (study, "/samples"),
        ]
    ]

    assert [answer.status_code for answer in answers] == [400, 400, 200]
    assert answers[0].json()["error"]["code"] == "bad_cursor"


def test_an_earlier_snapshot_is_served_until_it_is_gone(bob, caller, alice):
    study = ready(bob, method="subset")
    path = caller.get(address(study)).json()["tables"]["responses"]["files"]["csv"]["path"]
    before = body(caller.get(address(study, "/responses.csv")))
    answer_as(alice, study)

    assert body(caller.get(address(study, "/responses.csv"))) != before
    assert body(caller.get(path)) == before
    for status in ("running", "paused", "completed"):
        end_run(study, status)
        caller.get(address(study))
    gone = caller.get(path)
    assert (gone.status_code, gone.json()["error"]["code"]) == (410, "snapshot_gone")
    assert caller.get(address(study, "/responses.csv?snapshot=..%2F..%0d%0aSet-Cookie:x")).status_code == 410


def test_only_those_who_may_export_and_only_their_own(study, api_of, alice, vera, bob, mallory):
    callers, reader = [api_of(member) for member in (alice, vera, bob, mallory)], api_of(bob, scopes=["read"])

    for rest in ("", "/samples", "/samples.csv"):
        answers = [each.get(address(study, rest)) for each in callers]

        assert [answer.status_code for answer in answers] == [403, 403, 200, 404], rest
        assert str(study.pk) in body(answers[2]).decode() and str(study.pk) not in body(answers[3]).decode()
        assert reader.get(address(study, rest)).status_code == 403, rest
    assert callers[2].get("/v1/studies/x/bundle").status_code == 404


def test_who_takes_what_is_written_down(study, caller, rita):
    caller.get(address(study))
    body(caller.get(address(study, "/responses.csv")))
    page = caller.get(address(study, "/samples"), {"limit": 1}).json()
    caller.get(address(study, "/samples"), {"limit": 1, "cursor": page["next"]})

    found = AuditEvent.objects.filter(verb="study.exported").order_by("pk")
    assert [(event.details["table"], event.details["format"]) for event in found] == [
        ("responses", "csv"),
        ("samples", "json"),
    ]
    assert {(event.actor, event.object_id, event.details["snapshot"]) for event in found} == {
        (rita.user, str(study.pk), page["etag"])
    }


def test_pages_take_as_many_queries_for_many_rows_as_for_one(
    bob, caller, django_assert_num_queries, django_assert_max_num_queries
):
    few, many = make_scored(bob, texts=1), make_scored(bob, texts=5)

    for table in TABLES:
        with django_assert_max_num_queries(30) as counted:
            caller.get(address(few, f"/{table}"))

        with django_assert_num_queries(len(counted), info=table):
            caller.get(address(many, f"/{table}"))
