"""Live progress in the cache: what was noted is read, and a cache that is away costs nothing else."""

import pytest
from redis.exceptions import ConnectionError as Away

from annotations.models import ExportJob, ImportJob
from evalhub.lib import progress


def test_rows_of_two_tables_do_not_mix():
    progress.note(ExportJob(pk=1), [3, 8])

    assert progress.read(ExportJob(pk=1)) == [3, 8]
    assert progress.read(ExportJob(pk=2)) is None
    assert progress.read(ImportJob(pk=1)) is None


@pytest.mark.parametrize("error", [Away, OSError])
def test_a_cache_that_is_away_is_no_error(monkeypatch, error):
    def refuse(*args):
        raise error

    monkeypatch.setattr(progress.cache, "set", refuse)
    monkeypatch.setattr(progress.cache, "get", refuse)

    progress.note(ExportJob(pk=1), [3, 8])
    assert progress.read(ExportJob(pk=1)) is None
