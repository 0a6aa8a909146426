"""Fixtures of the reader tests: a file from its bytes, read to its end."""

import pytest

from tests.datasets.readers.reading import read_path


@pytest.fixture
def read(tmp_path):
    """read("CSV", b"...", rows=2) reads a file with these bytes to its end; other keywords change the limits."""

    def read(file_format, data, **limits):
        path = tmp_path / f"file.{file_format.lower()}"
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return read_path(path, file_format, **limits)

    return read
