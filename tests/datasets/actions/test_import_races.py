"""Imports beside each other, on real connections."""

import pytest
from django.db import connection, transaction

from datasets.actions import import_progress, imports
from datasets.actions.stored_files import path_of
from datasets.models import DatasetVersion, TestCase
from datasets.readers import open_reader
from datasets.tasks import import_due
from evalhub.lib.leases import LeaseKeeper, LeaseLost
from tests import factories
from tests.datasets.files import ROWS, received
from tests.live import until

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_workers_import_one_version_once(together):
    version = received(ROWS)

    together(import_due, import_due)

    version.refresh_from_db()
    assert (version.validation_status, version.row_count, version.attempts) == ("VALID", 3, 1)
    assert TestCase.objects.filter(version=version).count() == 3


def test_two_uploads_at_once_get_two_numbers(together):
    dataset = factories.make_dataset()

    together(lambda: received(ROWS, dataset=dataset), lambda: received(ROWS, dataset=dataset))

    assert sorted(dataset.versions.values_list("version_number", flat=True)) == [1, 2]


def test_a_worker_that_lost_its_lease_keeps_nothing():
    version = received(ROWS)
    claimed = imports.claim_one()
    DatasetVersion.objects.filter(pk=version.pk).update(lease_owner="another worker")

    after = imports.run(version=claimed)

    assert (after.state, after.lease_owner, after.validation_status) == ("running", "another worker", "PENDING")
    assert not TestCase.objects.exists()


def test_a_file_that_is_refused_by_a_worker_without_lease_says_nothing():
    received([{"question": ""}])
    claimed = imports.claim_one()
    DatasetVersion.objects.filter(pk=claimed.pk).update(lease_owner="another worker")

    after = imports.run(version=claimed)

    assert (after.validation_status, after.error_count) == ("PENDING", 0)


def test_work_under_a_lost_lease_ends_at_the_next_look(settings):
    settings.BEAT_SECONDS = 0.05
    received(ROWS)
    claimed = imports.claim_one()
    reader = open_reader(path_of(claimed), file_format="JSONL")

    with LeaseKeeper(claimed, longest_seconds=None) as lease:
        watch = imports._Watch(claimed, lease)
        watch.look(reader)
        assert import_progress.progress_of(claimed).total == reader.total
        DatasetVersion.objects.filter(pk=claimed.pk).update(lease_owner="another worker")

        with pytest.raises(LeaseLost):
            until(lambda: watch.look(reader), "look that ends the work")


def test_a_writer_that_has_not_noticed_yet_is_waited_for(together):
    version = received(ROWS)
    claimed = imports.claim_one()

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"import:{version.pk}"])
        (after,) = together(lambda: imports.run(version=claimed))

    assert (after.state, after.attempts) == ("waiting", 0)
    assert after.next_attempt_at is not None
