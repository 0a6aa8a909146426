"""Files with a row per label: one case per item, and the labels beside it."""

import csv

import pytest

from datasets.actions import imports
from datasets.actions.label_rows import labels_path
from datasets.row_errors import worded
from tests.datasets.files import received

pytestmark = pytest.mark.django_db

LABELS = [
    {"item_id": f"i{item}", "text": f"Text {item}", "rater": rater, "verdict": verdict}
    for item in range(3)
    for rater, verdict in (("Ann", "good"), ("Bo", "good" if item else "bad"))
]


def kept(version):
    with labels_path(version).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_each_item_is_one_case_and_each_row_a_label():
    version = imports.run(version=received(LABELS))

    assert (version.validation_status, version.row_count, version.rows_read) == ("VALID", 3, 6)
    assert [(case.external_id, case.input) for case in version.cases.all()] == [
        (f"i{item}", {"prompt": f"Text {item}"}) for item in range(3)
    ]
    assert version.labels == {"count": 6, "annotators": 2, "values": {"verdict": {"good": 5, "bad": 1}}}
    assert kept(version)[:3] == [
        ["item", "annotator", "kind", "label.verdict"],
        ["i0", "Ann", "human", "good"],
        ["i0", "Bo", "human", "bad"],
    ]
    assert {column["name"]: column["role"] for column in version.columns} == {
        "item_id": "external_id", "text": "input", "rater": "annotator", "verdict": "label",
    }  # fmt: skip


BAD = [
    {"item_id": "i0", "text": "Another text", "rater": "Cy", "verdict": "good"},
    {"item_id": "i1", "text": "Text 1", "rater": "Ann", "verdict": "bad"},
    {"item_id": "i1", "text": "Text 1", "rater": "", "verdict": "bad"},
    {"item_id": None, "text": "Text 1", "rater": "Cy", "verdict": "bad"},
]


def test_labels_that_contradict_an_earlier_row_are_bad_rows_and_may_be_left_out(bob):
    version = received([*LABELS, *BAD], by=bob.user)
    version.mapping = {
        "input": "text", "external_id": "item_id", "labels": {"annotator": "rater", "questions": ["verdict"]},
    }  # fmt: skip
    version.save()

    refused = imports.run(version=version)
    mapping = refused.mapping
    reasons = [error["reason"] for error in worded(refused.validation_errors)]
    without = imports.run(version=imports.restart(version=refused, mapping=mapping, leaves_out=True, by=bob.user))

    assert reasons == [
        "An earlier row of this ID has another input, output or expected output.",
        "This annotator has labelled the item in an earlier row.",
        "The label has no annotator.",
        "The row has no ID, so it is a label of no item.",
    ]
    assert refused.validation_status == "INVALID" and refused.labels == {}
    assert (without.validation_status, without.row_count, without.error_count) == ("VALID", 3, 4)
    assert without.labels["count"] == 6 and len(kept(without)) == 7


def test_conversations_written_as_json_are_read_and_their_bad_rows_named():
    turns = '[{""role"": ""user"", ""content"": ""Hello""}]'
    rows = "".join(f'{n},"{turns}"\n' for n in range(30))

    good = imports.run(version=received("id,turns\n" + rows, name="chats.csv"))
    bad = imports.run(version=received("id,turns\n" + rows + '31,"[{"\n32,"[1]"\n', name="chats.csv"))

    assert good.cases.first().input == {"conversation": [{"role": "user", "content": "Hello"}]}
    assert [(group["column"], group["rows"], group["value"]) for group in bad.error_groups] == [
        ("turns", [31], "[{"),
        ("turns", [32], "[1]"),
    ]


def test_more_different_labels_than_options_are_not_listed():
    rows = [
        {"item_id": f"i{n}", "text": "t", "rater": rater, "score": 3 * n + len(rater)}
        for n in range(150)
        for rater in ("Ann", "Bo")
    ]

    version = imports.run(version=received(rows))

    assert version.labels == {"count": 300, "annotators": 2, "values": {"score": {}}}
