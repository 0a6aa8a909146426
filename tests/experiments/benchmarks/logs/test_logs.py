"""Logs of other tools: what is read of them, and that what is broken or hostile is refused with a reason."""

import contextlib
import io
import re
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.benchmarks import logs
from experiments.benchmarks.logs import InvalidLog, files
from tests.experiments.benchmarks import log_files


def bomb():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        with archive.open("samples/a.json", "w") as entry:
            for _megabyte in range(files.MOST_ENTRY_BYTES // 2**20 + 1):
                entry.write(b" " * 2**20)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"a,b", "not a log of a known tool"),
        ("a.json", b'{"rows": []}', "not a log of a known tool"),
        ("a.json", b'{"version": 2, "status": "success", ', "not valid JSON"),
        ("a.json", b'{"version": 2, "status": "success"}', "no samples"),
        ("a.json", b'{"version": 2, "status": "x", "samples": [1]}', "sample of the log is not a JSON object"),
        ("a.eval", b"PK, but no zip", "broken"),
        ("a.eval", log_files.inspect_eval()[:-200], "broken"),
        ("a.eval", log_files.inspect_eval(header=False), "no header.json"),
        ("a.eval", log_files.zipped({"header.json": b"{" * 100_000}), "not valid JSON"),
        ("a.eval", log_files.zipped({"../header.json": b"{}"}), "outside of it"),
        ("a.zip", log_files.zipped({"/etc/results_a.json": b"{}"}), "outside of it"),
        ("a.zip", log_files.lm_eval_zip(samples=False), "--log_samples"),
        ("a.zip", log_files.zipped({"results_a.json": b"{}", "samples_a_2026-01-01T1.jsonl": b"[]"}), "in line 1"),
        ("a.eval", bomb(), "too large when unpacked"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_what_is_broken_or_hostile_is_refused(name, content, words):
    with pytest.raises(InvalidLog) as refused:
        logs.read(name, content)

    assert words in refused.value.message


@given(
    st.integers(0, 2), st.randoms(use_true_random=False), st.sampled_from([b"9" * 400, b"1e999", b"[]", b"null", None])
)
def test_whatever_a_log_holds_is_read_or_refused(kind, random, put):
    name, content = (
        ("a.json", log_files.inspect_json()),
        ("a.eval", log_files.inspect_eval()),
        ("a.zip", log_files.lm_eval_zip()),
    )[kind]
    if put and kind == 0:
        start, end = random.choice([each.span() for each in re.finditer(rb'(?<=: )("[^"]*"|[0-9.]+)', content)])
        content = content[:start] + put + content[end:]
    else:
        place = random.randrange(len(content))
        content = content[:place] + random.randbytes(random.randrange(3)) + content[place + 1 :]

    with contextlib.suppress(InvalidLog):
        logs.read(name, content)


def test_limits_of_entries_are_kept(monkeypatch):
    monkeypatch.setattr(files, "MOST_ENTRIES", 3)

    with pytest.raises(InvalidLog, match="more than 3 entries"):
        logs.read("a.eval", log_files.inspect_eval())
