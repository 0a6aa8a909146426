"""Checking and importing a file: all of its cases, or none and the reasons."""

import datetime
from decimal import Decimal

import duckdb
import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from datasets.actions import imports
from datasets.models import CaseBlock, DatasetVersion, ModelOutput, TestCase
from datasets.proposals import mapping_with
from datasets.readers import preview
from datasets.row_errors import worded
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.processes import stopping
from tests import factories
from tests.datasets.files import MAPPING, ROWS, file_of, received

pytestmark = pytest.mark.django_db


def test_each_format_brings_the_same_cases(tmp_path):
    for extension in ("csv", "json", "jsonl", "parquet"):
        version = imports.run(version=received(file_of(extension, tmp_path), name=f"rows.{extension}"))

        cases = list(version.cases.prefetch_related("outputs"))
        assert (version.state, version.validation_status, version.row_count) == ("done", "VALID", 3), extension
        assert [(case.row_index, case.external_id) for case in cases] == [(0, "q1"), (1, "q2"), (2, "q3")]
        assert cases[2].input == {"prompt": "من كتب هذا؟"}
        assert cases[2].expected_output == "Nobody"
        assert [(output.name, output.text) for output in cases[2].outputs.all()] == [("gpt", "=HYPERLINK()")]
        assert cases[2].metadata == {"topic": "authors"}


def test_context_and_acceptable_answers_come_from_files():
    for name, content in (
        ("rows.jsonl", [{"question": "2 + 2?", "context": "Add.", "acceptable_answers": ["4", "four"]}]),
        ("rows.csv", 'question,context,acceptable_answers\n2 + 2?,Add.,"[""4"", ""four""]"\n'),
    ):
        case = imports.run(version=received(content, name=name)).cases.get()

        assert case.input == {"prompt": "2 + 2?", "context": "Add."}, name
        assert (case.acceptable_answers, case.metadata) == (["4", "four"], {}), name


def test_columns_have_types_roles_and_a_hash():
    version = imports.run(version=received(ROWS))

    roles = {column["name"]: column["role"] for column in version.columns}
    assert roles == {
        "id": "external_id", "question": "input", "gold": "expected_output", "output_gpt": "output",
        "topic": "metadata",
    }  # fmt: skip
    assert {column["type"] for column in version.columns} == {"string"}
    assert len(version.schema_hash) == 64
    assert version.mapping == MAPPING | {"metadata": "rest"}


def test_a_given_mapping_is_used():
    version = imports.run(version=received(ROWS, mapping={"input": ["question", "topic"], "metadata": []}))

    case = version.cases.first()
    assert case.input == {"question": "What is two plus two?", "topic": "sums"}
    assert (case.expected_output, case.external_id, case.metadata) == (None, None, {})
    assert [column["role"] for column in version.columns] == ["", "input", "", "", "input"]


def test_metadata_objects_are_fields_of_their_own():
    rows = [{"input": "a", "metadata": {"lang": "en", "score": 3}}, {"input": "b", "metadata": {"lang": "de"}}]

    version = imports.run(version=received(rows))

    assert {"name": "score", "type": "integer", "role": "metadata"} in version.columns
    assert [case.metadata for case in version.cases.all()] == [{"lang": "en", "score": 3}, {"lang": "de"}]


def test_a_bad_row_leaves_nothing_and_every_error_is_told():
    rows = [*ROWS, {"question": ""}, {"question": "fine"}, {"question": "x", "id": [1]}]

    version = imports.run(version=received(rows))

    assert (version.state, version.validation_status, version.row_count) == ("done", "INVALID", 0)
    assert version.error_count == 2
    assert worded(version.validation_errors) == [
        {"row": 4, "column": "question", "reason": "The input is empty."},
        {"row": 6, "column": "id", "reason": "The ID is not a text or a whole number."},
    ]
    assert not TestCase.objects.exists() and not ModelOutput.objects.exists() and not CaseBlock.objects.exists()


def test_the_first_hundred_errors_are_kept_and_all_are_counted():
    version = imports.run(version=received([{"question": " "}] * 250))

    assert len(version.validation_errors) == 100
    assert version.error_count == 250


def test_an_id_twice_is_told_with_both_rows():
    version = imports.run(version=received([*ROWS, ROWS[1] | {"question": "Again?"}]))

    assert version.validation_status == "INVALID"
    assert worded(version.validation_errors) == [
        {"row": 4, "column": "id", "reason": "The ID is the same as in row 2."}
    ]


def test_what_is_no_such_file_is_refused_in_words():
    for name, content, words in (
        ("a.csv", "question,question\nx,y\n", "occurs twice"),
        ("a.csv", "question,gold\nonly one\n", "1 cells"),
        ("a.csv", b"\x1f\x8b\x08\x00packed", "compressed with gzip"),
        ("a.jsonl", '{"question": NaN}\n', "NaN"),
        ("a.json", '{"question": "x"}', "not a list"),
        ("a.jsonl", "\n \n", "is empty"),
        ("a.parquet", b"PAR1 and then nothing", "damaged"),
    ):
        version = imports.run(version=received(content, name=name))

        assert (version.validation_status, version.row_count) == ("INVALID", 0), words
        assert words in worded(version.validation_errors)[0]["reason"]


def test_numbers_that_are_none_are_errors_of_their_rows(tmp_path):
    path = tmp_path / "rows.parquet"
    rows = "(VALUES ('a', 1.5::DOUBLE), ('b', 'nan'), ('c', '-infinity')) AS rows(question, score)"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT * FROM {rows}) TO '{path}' (FORMAT parquet)")

    version = imports.run(version=received(path.read_bytes(), name="rows.parquet"))

    version.refresh_from_db()
    assert version.validation_status == "INVALID"
    assert [(error["row"], error["column"], error["reason"][:19]) for error in worded(version.validation_errors)] == [
        (2, "score", "The number is nan. "),
        (3, "score", "The number is -inf."),
    ]


def test_a_mapping_that_does_not_fit_is_an_error_of_the_file():
    version = imports.run(version=received(ROWS, mapping={"input": "prompt"}))

    assert version.validation_status == "INVALID"
    assert "Unknown column 'prompt'. Valid: 'id', 'question'" in worded(version.validation_errors)[0]["reason"]


def test_many_chunks_are_numbered_through_with_their_outputs(monkeypatch):
    monkeypatch.setattr("datasets.actions.copying.ROWS_AT_ONCE", 14)
    monkeypatch.setattr("datasets.actions.copying.BLOCK_ROWS", 7)
    rows = [{"question": f"q {number}", "output": f"o {number}", "part": number % 2} for number in range(30)]

    version = imports.run(version=received(rows))

    assert list(version.cases.values_list("row_index", flat=True)) == list(range(30))
    assert version.cases.get(row_index=29).outputs.get().text == "o 29"
    blocks = CaseBlock.objects.filter(version=version, field="part").values_list("first_row", "last_row")
    assert list(blocks) == [(0, 6), (7, 13), (14, 20), (21, 27), (28, 29)]


def test_a_finished_version_is_not_imported_again():
    version = imports.run(version=received(ROWS))

    with pytest.raises(Conflict):
        imports.run(version=version)

    assert version.cases.count() == 3


def test_a_draft_is_checked_again_with_another_mapping(bob):
    version = imports.run(version=received(ROWS))

    waiting = imports.restart(version=version, mapping={"input": "gold"}, by=bob)
    kept = waiting.cases.count()
    again = imports.run(version=waiting)

    assert kept == 3
    assert (again.version_number, again.row_count, again.cases.count()) == (1, 3, 3)
    assert again.cases.first().input == {"prompt": "4"}


def test_cases_go_when_the_new_check_fails(bob):
    version = imports.run(version=received(ROWS))

    again = imports.run(version=imports.restart(version=version, mapping={"input": "nothing"}, by=bob))

    assert (again.validation_status, again.row_count, again.cases.count()) == ("INVALID", 0, 0)
    assert not CaseBlock.objects.exists()


def test_a_published_version_and_one_in_check_are_not_checked_again(bob):
    version = received(ROWS)
    with pytest.raises(Conflict, match="being validated"):
        imports.restart(version=version, mapping=None, by=bob)

    version = imports.run(version=version)
    DatasetVersion.objects.filter(pk=version.pk).update(status="PUBLISHED")

    with pytest.raises(Conflict, match="Only a DRAFT"):
        imports.restart(version=version, mapping=None, by=bob)


def test_a_mapping_of_the_wrong_form_is_refused_at_once():
    with pytest.raises(InvalidInput, match="mapped twice"):
        received(ROWS, mapping={"input": "question", "expected_output": "question"})

    assert not DatasetVersion.objects.exists()


def test_a_version_whose_worker_died_is_taken_over():
    version = received(ROWS)
    past = timezone.now() - datetime.timedelta(seconds=1)
    DatasetVersion.objects.filter(pk=version.pk).update(state="running", attempts=1, lease_until=past)

    taken = imports.claim_one()
    version = imports.run(version=taken)

    assert (version.validation_status, version.attempts, version.row_count) == ("VALID", 2, 3)


def test_five_crashes_end_with_a_reason_for_people():
    version = received(ROWS)
    past = timezone.now() - datetime.timedelta(seconds=1)
    DatasetVersion.objects.filter(pk=version.pk).update(state="running", attempts=5, lease_until=past)

    taken = imports.claim_one()
    imports.explain_crashes()

    version.refresh_from_db()
    assert taken is None
    assert (version.state, version.validation_status, version.error_count) == ("failed", "INVALID", 1)
    assert "stopped 5 times" in worded(version.validation_errors)[0]["reason"]


def test_a_file_without_rows_says_so_at_once(tmp_path):
    path = tmp_path / "rows.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT ''::VARCHAR AS prompt WHERE false) TO '{path}' (FORMAT parquet)")

    for name, content in (("a.parquet", path.read_bytes()), ("a.csv", "prompt\n"), ("a.json", "[]")):
        version = imports.run(version=received(content, name=name))

        assert (version.validation_status, version.attempts) == ("INVALID", 1), name
        assert worded(version.validation_errors)[0]["reason"] == "The file has no rows."


def test_what_nobody_foresaw_ends_the_check_at_once_with_its_kind(monkeypatch):
    def fail(*_given, **_more):
        raise ZeroDivisionError

    monkeypatch.setattr(imports.proposals, "mapping_with", fail)
    other = received(ROWS, mapping=MAPPING)

    version = imports.run(version=received(ROWS))

    assert (version.state, version.validation_status, version.attempts) == ("done", "INVALID", 1)
    assert "could not be read: ZeroDivisionError" in worded(version.validation_errors)[0]["reason"]
    assert imports.run(version=other).validation_status == "VALID"


@given(st.randoms(use_true_random=False))
def test_a_parquet_of_flipped_bytes_is_read_or_refused(tmp_path_factory, random):
    path = tmp_path_factory.mktemp("flipped") / "rows.parquet"
    with duckdb.connect() as connection:
        rows = "SELECT 'Question ' || i AS prompt, [i] AS list, {'a': i} AS object, i / 3 AS number FROM range(9) r(i)"
        connection.execute(f"COPY ({rows}) TO '{path}' (FORMAT parquet)")
    content = bytearray(path.read_bytes())
    for _flip in range(random.choice([1, 2, 8])):
        content[random.randrange(len(content))] = random.randrange(256)
    path.write_bytes(content)

    look = preview(path, file_format="PARQUET")

    assert mapping_with(look.columns, look.rows) and (look.rows or look.errors)


@pytest.mark.django_db(transaction=True)
def test_a_stopping_worker_gives_the_version_back():
    received(ROWS)
    version = imports.claim_one()
    stopping.event.set()
    try:
        version = imports.run(version=version)
    finally:
        stopping.event.clear()

    assert (version.state, version.attempts, version.validation_status) == ("waiting", 0, "PENDING")
    assert not TestCase.objects.exists()


def test_outputs_come_with_what_is_known_of_them():
    answer = {"text": "Yes.", "model": "m-1", "latency_ms": 40, "tokens_in": 7, "cost_usd": 0.002, "simulated": True}
    rows = [
        {"question": "a", "outputs": {"bot": answer, "plain": "No."}},
        {"question": "b", "outputs": {"bot": [answer, {"error": "It timed out.", "model": "m-1"}], "plain": "No."}},
    ]

    version = imports.run(version=received(rows))

    found = ModelOutput.objects.filter(test_case__version=version).order_by("pk").select_related("system")
    assert [(row.name, row.system.model, row.repetition, row.text, row.error) for row in found] == [
        ("bot", "m-1", 1, "Yes.", ""),
        ("plain", "", 1, "No.", ""),
        ("bot", "m-1", 1, "Yes.", ""),
        ("bot", "m-1", 2, "", "It timed out."),
        ("plain", "", 1, "No.", ""),
    ]
    assert (found[0].latency_ms, found[0].tokens_in, found[0].tokens_out) == (40.0, 7, None)
    assert (found[0].cost_usd, found[0].simulated, found[3].cost_usd) == (Decimal("0.002"), True, None)
    assert {row.system.organization for row in found} == {version.organization}
    assert len({row.system_id for row in found}) == 2


def test_a_wrong_value_of_an_output_is_told_with_its_row():
    rows = [{"question": "a", "outputs": {"bot": {"text": "Yes.", "tokens_in": "many"}}}]

    version = imports.run(version=received(rows))

    (error,) = worded(version.validation_errors)
    assert (error["row"], error["column"]) == (1, "outputs")
    assert error["reason"] == "tokens_in of an output is 'many'. Valid: a whole number from 0."
    assert not ModelOutput.objects.exists()


def test_figures_of_columns_are_of_the_whole_file(client_of, bob):
    rows = [{"id": f"q{n}", "question": f"What is {n}?", "topic": "abc"[n % 3]} for n in range(1_500)]
    dataset = factories.make_dataset(bob.organization)
    whole = imports.run(version=received(rows, dataset=dataset))
    refused = imports.run(version=received([*rows, {"question": ""}], dataset=dataset))

    pages = [client_of(bob).get(version.get_absolute_url()) for version in (whole, refused)]

    found = [[(row.figures.distinct, row.figures.summary) for row in page.context["form"].rows()] for page in pages]
    assert found[0] == [(1500, "q0, q1, q2"), (1500, "What is 0?, What is 1?, What is 2?"), (3, "a 500, b 500, c 500")]
    assert found[1][2] == (3, "a 334, b 333, c 333")
    assert "Figures of all 1,500 rows" in pages[0].content.decode()
    assert "Figures of the first 1,000 rows" in pages[1].content.decode()
