"""The ledger as a file: appended to by many, read past what is broken."""

import json
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.grading import QualityLedger
from tests.reviews.grading.world import make_observation
from tests.source_tree import ROOT

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WRITER = """
import json, sys
from reviews.grading import QualityLedger, QualityObservation
ledger, observation = QualityLedger(sys.argv[1]), QualityObservation.from_dict(json.loads(sys.argv[2]))
for _ in range(50):
    ledger.append(observation)
"""


@pytest.fixture
def ledger(tmp_path):
    return QualityLedger(tmp_path / "quality.jsonl")


def fill(ledger, *observations):
    for observation in observations:
        ledger.append(observation)


def append_many(path, who, count):
    ledger = QualityLedger(path)
    for number in range(count):
        ledger.append(make_observation(adapter_id=who, notes=f"{number} " + "x" * 5000))


def test_no_file_is_an_empty_ledger(ledger):
    assert ledger.read_all() == [] and ledger.malformed_count() == 0
    assert ledger.mean_quality() is None and ledger.recent(3) == []


def test_reads_back_what_was_appended_in_order(ledger):
    first, second = make_observation(), make_observation(adapter_id="large", cost_usd=None)

    fill(ledger, first, second)

    assert ledger.read_all() == [first, second]


@pytest.mark.parametrize("line", [b"{", b"[]", b'{"task_type": "a"}', b"\xff\xfe", b'{"quality_score": NaN}'])
def test_malformed_lines_are_skipped_and_counted(ledger, line):
    fill(ledger, make_observation())
    with ledger.path.open("ab") as file:
        file.write(line + b"\n\n")
    fill(ledger, make_observation())

    assert len(ledger.read_all()) == 2
    assert ledger.malformed_count() == 1


def test_line_that_a_killed_writer_left_half_costs_only_itself(ledger):
    fill(ledger, make_observation())
    whole = ledger.path.read_bytes()
    ledger.path.write_bytes(whole + whole[:40])

    fill(ledger, make_observation(adapter_id="large"))

    assert [found.adapter_id for found in ledger.read_all()] == ["small", "large"]
    assert ledger.malformed_count() == 1


def test_selects_by_task_type(ledger):
    fill(ledger, make_observation(), make_observation(task_type="code"))

    assert [found.task_type for found in ledger.by_task_type("code")] == ["code"]


def test_recent_is_newest_first_whatever_the_order_of_lines(ledger):
    for name, hours in (("b", 1), ("c", 2), ("a", 0), ("d", 2)):
        fill(ledger, make_observation(adapter_id=name, recorded_at=NOON + timedelta(hours=hours)))

    assert [found.adapter_id for found in ledger.recent(3)] == ["d", "c", "b"]
    assert ledger.recent(0) == []
    with pytest.raises(InvalidInput, match="count is -1"):
        ledger.recent(-1)


def test_mean_quality_of_all_or_some(ledger):
    fill(
        ledger,
        make_observation(quality_score=1.0),
        make_observation(quality_score=0.5, adapter_id="large"),
        make_observation(quality_score=0.0, task_type="code"),
    )

    assert ledger.mean_quality() == 0.5
    assert ledger.mean_quality(task_type="summary") == 0.75
    assert ledger.mean_quality(task_type="summary", adapter_id="large") == 0.5
    assert ledger.mean_quality(task_type="poems") is None


def test_prunes_what_is_older_and_keeps_what_it_cannot_read(ledger):
    fill(ledger, make_observation(recorded_at=NOON - timedelta(seconds=1)), make_observation(recorded_at=NOON))
    with ledger.path.open("ab") as file:
        file.write(b"{broken\n")

    assert ledger.prune_before(datetime(2026, 3, 1, 12)) == 1

    assert [found.recorded_at for found in ledger.read_all()] == [NOON]
    assert ledger.malformed_count() == 1
    assert ledger.prune_before(NOON) == 0
    assert sorted(path.name for path in ledger.path.parent.iterdir()) == ["quality.jsonl", "quality.jsonl.lock"]


def test_stale_is_older_than_the_age():
    observation = make_observation(recorded_at=NOON)

    assert not QualityLedger.is_stale(observation, timedelta(hours=1), NOON + timedelta(hours=1))
    assert QualityLedger.is_stale(observation, timedelta(hours=1), NOON + timedelta(hours=1, seconds=1))
    assert QualityLedger.is_stale(observation, timedelta(hours=1), datetime(2026, 3, 1, 14))
    assert QualityLedger.is_stale(observation, timedelta(seconds=1))


def test_threads_write_whole_lines(ledger):
    threads = [threading.Thread(target=append_many, args=(ledger.path, f"t{n}", 10)) for n in range(4)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(ledger.read_all()) == 40 and ledger.malformed_count() == 0


def test_processes_write_whole_lines_while_one_prunes(ledger):
    observation = json.dumps(make_observation(notes="x" * 5000).to_dict())
    command = [sys.executable, "-c", WRITER, str(ledger.path), observation]
    writers = [subprocess.Popen(command, cwd=ROOT) for _ in range(2)]

    pruned = 0
    while any(writer.poll() is None for writer in writers):
        fill(ledger, make_observation(recorded_at=NOON - timedelta(days=1)))
        pruned += ledger.prune_before(NOON - timedelta(hours=1))

    assert [writer.returncode for writer in writers] == [0, 0]
    assert (len(ledger.read_all()), ledger.malformed_count()) == (100, 0) and pruned
