"""Evidence by hand and from files: all rows of a file or none, with the rows that are wrong."""

import json
import threading

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from evalhub.lib.errors import InvalidInput, TooLarge, UnsupportedMedia
from experiments.models import Evidence, EvidenceView
from experiments.studies.actions import evidence
from tests.experiments.studies_world import make_window
from tests.undoing import undone


def read(window, member, name, content):
    upload = SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode())
    return evidence.read_file(window=window, upload=upload, by=member.user)


def stored(window):
    return list(Evidence.objects.filter(window=window).values_list("position", "title", "raw_content"))


def test_a_text_by_hand_comes_last_and_is_checked(bob):
    window = make_window(bob, texts=2)
    added = evidence.add(window=window, raw_content="By hand.", title="Note", by=bob.user)
    assert (added.position, added.label, str(added)) == (3, "E3", "E3 Note")

    window = make_window(bob, texts=0)
    with pytest.raises(InvalidInput, match="The address is 'nowhere'") as refused:
        evidence.add(window=window, raw_content="x", url="nowhere", by=bob.user)
    assert refused.value.details == {"field": "url"} and not stored(window)


def test_csv_and_jsonl_rows_follow_in_order(bob):
    window = make_window(bob, texts=1)
    done = read(window, bob, "found.csv", 'id,title,raw_content\n7,One,"First,\nline two"\n8,Two,Second\n')
    assert (done.count, done.ignored_columns) == (2, ["id"])
    assert stored(window)[1:] == [(2, "One", "First,\nline two"), (3, "Two", "Second")]

    window = make_window(bob, texts=0)
    rows = [{"title": None, "raw_content": "A", "cleaned_content": "a"}, {"raw_content": "B"}]
    done = read(window, bob, "found.jsonl", "\n".join(map(json.dumps, rows)))
    assert done.count == 2 and stored(window) == [(1, "", "A"), (2, "", "B")]
    view = EvidenceView.objects.get()
    assert (view.evidence.position, view.view, view.text, view.request) == (1, "cleaned", "a", None)


def test_one_wrong_row_keeps_all_out_and_all_are_told(bob):
    window = make_window(bob, texts=0)

    with pytest.raises(InvalidInput, match="2 errors. Row 2: The evidence has no text") as refused:
        read(window, bob, "found.csv", "raw_content,url\nfine,\n,\nfine,ftp://x\n")

    errors = refused.value.details["errors"]
    assert [(error["row"], error["column"]) for error in errors] == [(2, "raw_content"), (3, "url")]
    assert not stored(window)


def test_files_that_are_none_and_other_formats_are_refused(bob, subtests):
    cases = [
        ("found.csv", "title,content\na,b\n", "column raw_content is missing. The file has title, content"),
        ("found.csv", "raw_content\n", "The file has no rows"),
        ("found.csv", "", "The file is empty"),
        ("found.csv", "title,raw_content\na\n", "Row 1: The row has 1 cells"),
        ("found.jsonl", '{"raw_content": 1}\n', "Row 1: The value is 1"),
        ("found.jsonl", '{"raw_content": NaN}\n', "Row 1"),
        ("found.jsonl", b'{"raw_content": "\xff"}\n', "UTF-8"),
        ("found.csv", b"PK\x03\x04", "a ZIP archive"),
    ]
    for name, content, words in cases:
        with subtests.test(name=name, content=content), undone():
            with pytest.raises(InvalidInput, match=words) as refused:
                read(make_window(bob, texts=0), bob, name, content)
            assert refused.value.code == "bad_file" and not Evidence.objects.exists()

    for name in ["found.json", "found.parquet", "found.txt"]:
        with subtests.test(name=name), undone():
            with pytest.raises(UnsupportedMedia):
                read(make_window(bob, texts=0), bob, name, "x")


def test_limits_hold(bob, monkeypatch):
    window = make_window(bob, texts=1)
    monkeypatch.setattr(evidence, "MOST_EVIDENCE", 2)

    with pytest.raises(InvalidInput, match="more than 2 rows"):
        read(window, bob, "found.csv", "raw_content\na\nb\nc\n")
    with pytest.raises(InvalidInput, match="would contain 3"):
        read(window, bob, "found.csv", "raw_content\na\nb\n")
    monkeypatch.setattr(evidence, "LARGEST_FILE", 3)
    with pytest.raises(TooLarge):
        read(window, bob, "found.csv", "raw_content\na\n")


@pytest.mark.django_db(transaction=True)
def test_two_at_once_leave_no_gap_and_no_position_twice(bob):
    window, barrier, failures = make_window(bob, texts=0), threading.Barrier(4), []

    def add():
        try:
            barrier.wait()
            evidence.add(window=window, raw_content="x", by=bob.user)
        except Exception as error:
            failures.append(error)
            raise
        finally:
            connection.close()

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not failures
    assert [position for position, *_ in stored(window)] == [1, 2, 3, 4]
