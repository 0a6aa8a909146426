"""Full-text search over the cases and outputs of a version."""

import pytest

from datasets.actions import imports, search, search_index
from datasets.actions.search import searched
from datasets.models import CaseSearch, DatasetVersion, ModelOutput, OutputSearch, TestCase
from evalhub.lib.errors import Conflict, InvalidInput
from tests import factories
from tests.datasets.files import received

pytestmark = pytest.mark.django_db
ROWS = [
    {"id": "case-0017", "prompt": "How long until the order is sent back and paid out?", "expected": "About 5 days."},
    {"id": "case-0018", "prompt": "Der Größenvergleich: Straße, naïve", "topic": "Lieferung"},
    {"id": "eu/2024_x99", "prompt": "退款需要多长时间？", "expected": "五天"},
    {"id": "code", "prompt": "user@example.com wrote foo_bar-baz in /etc/hosts at 3.14"},
]


@pytest.fixture
def version(acme):
    return imports.run(version=received(ROWS, dataset=factories.make_dataset(acme)))


def found(version, text):
    rows = searched(TestCase.objects.filter(version=version), text, version=version)
    return list(rows.values_list("row_index", flat=True))


FOUND = [
    ("order", [0]),
    ("ORD", [0]),
    ("order paid", [0]),
    ("order straße", []),
    ('"paid out"', [0]),
    ('"out paid"', []),
    ('"paid o"', []),
    ("days", [0]),
    ("größen", [1]),
    ("NAÏVE", [1]),
    ("lieferung", [1]),
    ("退款", [2]),
    ("需要", [2]),
    ("款退", []),
    ("0017", [0]),
    ("017", [0]),
    ("case-001", [0, 1]),
    ("ASE-0018", [1]),
    ("ode", [3]),
    ("rder", []),
    ("2024_x9", [2]),
    ("024", [2]),
    ("hosts", [3]),
    ("foo_bar", [3]),
    ("example.com", [3]),
    ("3.14", [3]),
    ("case -order", [1]),
    ("-order", [1, 2, 3]),
    ("prompt", []),
    ("' | order:* & !\\", [0]),
    ("", [0, 1, 2, 3]),
]


def test_search_finds_within_its_version_and_many_matches_are_found_as_few_are(version, monkeypatch):
    other = imports.run(version=received(ROWS[:1], dataset=version.dataset))
    assert [(text, found(version, text)) for text, _rows in FOUND] == FOUND
    assert [case.version_id for case in searched(TestCase.objects.all(), "order", version=other)] == [other.pk]
    for text in ("?!", '""', "- -", "a" * 201, "a\0"):
        with pytest.raises(InvalidInput):
            found(version, text)

    few = {text: found(version, text) for text in ("case", "order", "-order", "退款", "nothing")}
    monkeypatch.setattr(search, "MOST_KNOWN", 0)
    assert {text: found(version, text) for text in few} == few


def test_word_of_a_tenth_of_a_sample_is_common_without_a_look_into_the_index(version, monkeypatch):
    few = {text: found(version, text) for text in ("order", "退款", "nothing")}

    monkeypatch.setattr(search, "LARGE", 1)
    monkeypatch.setattr(search, "SAMPLED", version.row_count)
    common = {text: search.matches(CaseSearch, text=text, versions=[version])[0].is_common for text in few}

    assert common == {"order": True, "退款": True, "nothing": False}
    assert {text: found(version, text) for text in few} == few


def test_outputs_are_found_by_their_text_and_large_import_is_indexed_by_the_worker_part_by_part(acme, monkeypatch):
    version = factories.make_version(factories.make_dataset(acme), rows=2)
    output = ModelOutput.objects.filter(test_case__version=version).first()
    ModelOutput.objects.filter(pk=output.pk).update(text="Refunded within 5 days")
    rows = searched(ModelOutput.objects.filter(test_case__version=version), "refund", version=version)
    assert list(rows) == [output]

    monkeypatch.setattr(search_index, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(search_index, "ROWS_AT_ONCE", 3)
    rows = [row | {"output_gpt": "It is so."} for row in ROWS]
    version = imports.run(version=received(rows, dataset=factories.make_dataset(acme)))
    assert (version.unindexed_from, *indexed(version)) == (0, 0, 0)
    with pytest.raises(Conflict, match="0 of 4 cases"):
        found(version, "order")
    assert not search_index.INDEX.round().is_over
    assert DatasetVersion.objects.get(pk=version.pk).unindexed_from == 3
    search_index.INDEX.rounds()
    version.refresh_from_db()
    assert (version.unindexed_from, *indexed(version)) == (None, 4, 4)
    assert found(version, "hosts") == [3]


def test_a_new_case_and_a_new_output_are_found_at_once(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=1)

    case = factories.make_case(version, 1, input={"prompt": "zebra"})

    assert found(version, "zebra") == [case.row_index]


def indexed(version):
    """How many cases and outputs have their words."""
    cases, outputs = CaseSearch.objects.filter(case__version=version), OutputSearch.objects.all()
    return cases.count(), outputs.filter(output__test_case__version=version).count()


def test_a_version_that_is_checked_again_loses_what_was_indexed(acme):
    version = imports.run(version=received(ROWS, dataset=factories.make_dataset(acme)))

    imports.restart(version=version, mapping={"input": "id", "metadata": []}, by=None)
    imports.run(version=version)

    version.refresh_from_db()
    assert indexed(version) == (4, 0)
    assert (found(version, "order"), found(version, "0017")) == ([], [0])


LARGE = [
    "x" * 1_000_000,
    " ".join(f"{number:x}" for number in range(180_000)),
    " ".join(chr(0x1000 + n % 1000) + chr(0x1000 + n // 1000) for n in range(300_000)),
    "".join(chr(0x3400 + n % 27_000) for n in range(300_000)),
    "\U00020000" * 200_000,
    "\\" * 500_000,
]


def test_a_text_of_a_megabyte_is_indexed_by_its_beginning(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=1)

    for row, text in enumerate(LARGE, start=1):
        factories.make_case(version, row, input={"prompt": f"zebra{row} {text} quagga"})

    assert [found(version, f"zebra{row}") for row in range(1, len(LARGE) + 1)] == [
        [row] for row in range(1, len(LARGE) + 1)
    ]
    assert found(version, "quagga") == []
