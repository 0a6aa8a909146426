"""The Python client against a served site: frames, freshness, what is kept, and errors that say what to do."""

import fcntl
import json
import shutil
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pandas
import pytest
from django.conf import settings
from evalhub_client import (
    BundleChanged,
    Client,
    Damaged,
    EvalHubClientError,
    Incompatible,
    NotAllowed,
    NotFound,
    Refused,
    ServerAway,
)
from evalhub_client.studies import SCHEMA_VERSION
from pandas.testing import assert_frame_equal

from evalhub.accounts.models import AuditEvent
from experiments.studies.actions import exports
from experiments.studies.exporting import tables
from experiments.studies.exporting.tables import TABLES
from reviews.models import EvaluationRun
from tests.experiments.scored import STRANGE, answer_as, make_scored
from tests.experiments.studies_world import make_study
from tests.factories import make_api_key
from tests.reviews.engine.batches.adapters.scripted import Answer, scripted

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scored(bob, alice):
    return make_scored(bob, alice, texts=len(STRANGE), people_per_bundle=2)


@pytest.fixture
def key(rita):
    return make_api_key(rita).secret


@pytest.fixture
def client(live_server, key, tmp_path):
    return Client(live_server.url, key, cache=tmp_path / "cache")


def downloads():
    """[(table, format)] of every file that was sent."""
    found = AuditEvent.objects.filter(verb="study.exported").order_by("pk")
    return [(event.details["table"], event.details["format"]) for event in found]


def kept(tmp_path):
    """The names of the snapshots that are kept."""
    return sorted(path.parent.name for path in (tmp_path / "cache").glob("*/*/manifest.json"))


def test_frames_have_the_types_that_analyses_want(client, scored):
    responses = client.study(scored.pk).responses()

    assert list(responses.columns) == [column.name for column in TABLES["responses"]]
    assert responses["decoded_scores"].tolist()[:3] == [[1, 3], [2], []] and len(responses) == len(STRANGE) + 1
    assert responses["evidence_titles"].tolist()[:6] == [[title] for title in STRANGE]
    dtypes = responses.dtypes.astype(str)
    names = ("response_id", "abstained", "score_expert_agreement_prob", "request_version")
    assert [dtypes[name] for name in names] == ["Int64", "boolean", "float64", "Int64"]
    assert isinstance(responses["submitted_at"].dtype, pandas.DatetimeTZDtype)
    person = responses.iloc[-1]
    assert person["model"] is pandas.NA and person["request_version"] is pandas.NA
    assert pandas.isna(person["score_expert_agreement_prob"]) and not person["abstained"]
    rubric = client.study(scored.pk).rubrics().iloc[0]
    assert rubric["stages"][0] == {
        "stage_number": 1,
        "label": "Stage 1",
        "criteria": ["sign 1 one", "sign 1 two", "sign 1 three"],
    }
    sample = scored.samples.order_by("pk").first()
    assert rubric["label_mapping"] == sample.label_mapping and type(rubric["label_mapping"]) is dict


def test_csv_parquet_and_client_agree(client, scored, tmp_path):
    study = client.study(scored.pk)
    study.download(tmp_path, "csv")
    study.download(tmp_path, "parquet")

    for table in TABLES:
        frame = study.table(table)

        types = {column["name"]: column["type"] for column in study.manifest["tables"][table]["columns"]}
        csv = pandas.read_csv(tmp_path / f"{table}.csv", keep_default_na=False, na_values=[""])
        assert_frame_equal(as_typed(csv, types, frame.dtypes), frame)
        assert_frame_equal(as_typed(pandas.read_parquet(tmp_path / f"{table}.parquet"), types, frame.dtypes), frame)


def as_typed(read, types, dtypes):
    """What pandas read by itself; an apostrophe of CSV is taken from the one cell that has it."""
    for name, type_ in types.items():
        if type_ in ("texts", "integers", "stages", "mapping"):
            read[name] = pandas.Series([as_list(value, type_) for value in read[name]], dtype=object)
        elif name.endswith("title"):
            read[name] = ["=SUM(A1)" if text == "'=SUM(A1)" else text for text in read[name]]
    assert list(read.columns) == list(dtypes.index)
    return read.astype(dtypes)


def as_list(value, type_):
    if isinstance(value, str):
        return json.loads(value)
    if type_ == "stages":
        return [{**stage, "criteria": list(stage["criteria"])} for stage in value]
    return dict(value) if type_ == "mapping" else list(value)


def test_empty_tables_have_their_types_too(client, bob):
    study = client.study(make_study(bob).pk)

    for table in TABLES:
        assert len(study.table(table)) == study.manifest["counts"][table]
    assert str(study.responses().dtypes["response_id"]) == "Int64"


def test_only_tables_that_changed_come_again(client, scored, rita, tmp_path):
    study = client.study(scored.pk)
    old, _ = study.responses(), study.samples()
    before = downloads()
    again = client.study(scored.pk).responses()
    assert sorted(before) == sorted((table, "parquet") for table in TABLES)
    assert downloads() == before and len(again) == len(old) == len(STRANGE) + 1
    assert kept(tmp_path) == [study.manifest["etag"]]
    answer_as(rita, scored)
    assert len(study.responses()) == len(old)

    study.refresh()

    assert len(study.responses()) == len(old) + 1
    assert sorted(downloads()[len(before) :]) == [
        ("response_items", "parquet"),
        ("responses", "parquet"),
        ("samples", "parquet"),
    ]
    assert kept(tmp_path) == [study.manifest["etag"]]


def test_files_of_one_format_do_not_bring_those_of_the_other(client, scored, tmp_path):
    client.study(scored.pk).download(tmp_path / "out", "csv")
    client.study(scored.pk).download(tmp_path / "out", "csv")

    assert sorted(downloads()) == sorted((table, "csv") for table in TABLES)
    assert len(client.study(scored.pk).samples()) == 2 and len(downloads()) == 2 * len(TABLES)


def test_only_what_is_missing_here_is_fetched_again(client, scored, tmp_path):
    study = client.study(scored.pk)
    study.refresh()
    before = downloads()
    EvaluationRun.objects.filter(pk=scored.run_id).update(status="completed")
    assert study.refresh()["run"]["status"] == "completed" and downloads() == before
    next((tmp_path / "cache").glob("*/*/samples.parquet")).write_bytes(b"PAR1")
    shutil.rmtree(settings.FILES / exports.FOLDER)  # the server has to write it anew

    assert len(client.study(scored.pk).samples()) == 2
    assert downloads()[len(before) :] == [("samples", "parquet")]


def test_table_that_another_program_replaced_is_told(client, scored, rita):
    study = client.study(scored.pk)
    study.refresh()
    answer_as(rita, scored)
    client.study(scored.pk).refresh()

    with pytest.raises(BundleChanged, match=r"refresh\(\)"):
        study.responses()


def test_keys_and_studies_that_do_not_fit_are_told(live_server, scored, key, mallory, vera, tmp_path):
    def ask(secret, study=scored.pk, url=live_server.url):
        return Client(url, secret, cache=tmp_path / "cache").study(study).manifest

    with pytest.raises(NotAllowed, match="401.*Sign in|401"):
        ask("eval_unknown")
    with pytest.raises(NotAllowed, match="403.*'export'"):
        ask(make_api_key(vera).secret)
    with pytest.raises(NotFound, match="There is no such study"):
        ask(make_api_key(mallory).secret)
    for study in ("0", "../x", "é", ""):
        with pytest.raises(NotFound):
            ask(key, study)
    for secret in ("", "a b", "é", "a\nb"):
        with pytest.raises(EvalHubClientError, match="Make one under API keys"):
            ask(secret)
    with pytest.raises(EvalHubClientError, match="Valid: one like https://"):
        ask(key, url="evalhub.example")
    assert not (tmp_path / "cache").exists()


def test_server_that_is_away_is_told(key, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"

        with pytest.raises(ServerAway, match=f"{url} cannot be reached"):
            Client(url, key, cache=tmp_path, retries=0).study("1").responses()


@pytest.mark.slow
def test_bundle_that_is_being_written_is_waited_for(client, scored, monkeypatch):
    folder = settings.FILES / exports.FOLDER / str(scored.pk)
    folder.mkdir(parents=True)
    refused, plain = threading.Event(), exports.Unavailable
    monkeypatch.setattr(exports, "Unavailable", lambda *words, **more: refused.set() or plain(*words, **more))

    with (folder / "lock").open("w") as lock, ThreadPoolExecutor(1) as pool:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = pool.submit(lambda: client.study(scored.pk).manifest)
        assert refused.wait(60)
        fcntl.flock(lock, fcntl.LOCK_UN)

        assert found.result()["counts"]["samples"] == 2


ETAG = "0" * 64
FILE = {"sha256": "0" * 64, "size_bytes": 4}
MANIFEST = {
    "export_schema_version": 1,
    "etag": ETAG,
    "tables": {table: {"rows": 0, "columns": [], "files": {"parquet": FILE, "csv": FILE}} for table in TABLES},
}


NO_BUNDLES = [
    (MANIFEST | {"export_schema_version": 2}, Incompatible, "version 2, this evalhub-client reads 1"),
    (MANIFEST | {"etag": "../../x"}, Refused, "address of an EvalHub server"),
    (Answer(b"<html>"), Refused, "address of an EvalHub server"),
    (Answer(b"[]"), Refused, "address of an EvalHub server"),
    (Answer(status=302, headers={"Location": "https://other.example"}), Refused, "leads on to 'https://other.example'"),
    (Answer({"error": {"message": "No room."}}, status=503), ServerAway, r"cannot answer now \(503\). No room"),
    (Answer(b"x", status=418), Refused, "answered 418"),
]


def test_answers_that_are_no_bundle_are_told(tmp_path):
    with scripted() as server:
        for number, (answer, error, words) in enumerate(NO_BUNDLES, start=1):
            server.answers = {"/bundle": answer}

            with pytest.raises(error, match=words):
                Client(server.url, "eval_key", cache=tmp_path, retries=0).study("1").responses()

            assert len(server.asked) == number and not list(tmp_path.iterdir())


def test_a_file_that_arrives_damaged_is_not_kept(tmp_path):
    with scripted() as server:
        server.answers = {".parquet": b"PAR1", "/bundle": MANIFEST}

        with pytest.raises(Damaged, match="responses.parquet arrived with another hash"):
            Client(server.url, "eval_key", cache=tmp_path).study("1").responses()

    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_study_that_never_holds_still_is_told(tmp_path):
    with scripted() as server:
        server.answers = {"?snapshot=": Answer({"error": {"message": "Gone."}}, status=410), "/bundle": MANIFEST}

        with pytest.raises(BundleChanged, match="changed meanwhile. Gone."):
            Client(server.url, "eval_key", cache=tmp_path).study("1").responses()

    assert len(server.asked) == 6


def test_client_reads_what_the_server_writes():
    assert SCHEMA_VERSION == tables.SCHEMA_VERSION
