"""What `make lock` leaves behind."""

import subprocess

import pytest

from evalhub.local import locking
from evalhub.local.errors import LocalError


def test_a_lock_that_cannot_be_compiled_stays_as_it_was(monkeypatch, tmp_path):
    lock = tmp_path / "requirements.lock"
    lock.write_text("cffi==2.1 \\\n    --hash=sha256:abc\n")
    given = []
    monkeypatch.setattr(locking, "ROOT", tmp_path)

    def uv(words, **options):
        given.append(lock.read_text())
        return subprocess.CompletedProcess(words, 1)

    monkeypatch.setattr(locking, "compile_with_uv", uv)

    with pytest.raises(LocalError):
        locking._compile(lock, ["pyproject.toml"])

    assert given == ["cffi==2.1\n"]
    assert lock.read_text() == "cffi==2.1 \\\n    --hash=sha256:abc\n"
