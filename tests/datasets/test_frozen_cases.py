"""The database refuses to change cases that people may rely on."""

import pytest
from django.db import IntegrityError, transaction

from datasets.models import ModelOutput, TestCase
from tests import factories

pytestmark = pytest.mark.django_db

OPEN = {"status": "DRAFT", "is_open": True, "published_at": None}
DRAFT = {"status": "DRAFT", "published_at": None}


def test_cases_of_open_and_published_versions_never_change_and_only_a_checked_draft_is_open():
    for fields in (OPEN, {}):
        version = factories.make_version(rows=2, **fields)
        cases = TestCase.objects.filter(version=version)
        ModelOutput.objects.filter(test_case__version=version).delete()
        with pytest.raises(IntegrityError, match="never change"), transaction.atomic():
            cases.update(expected_output="5")
        with pytest.raises(IntegrityError, match="never change"), transaction.atomic():
            cases.delete()
        assert list(cases.values_list("expected_output", flat=True)) == ["0", "2"], fields

    for fields in ({"status": "PUBLISHED"}, DRAFT | {"state": "waiting"}):
        with pytest.raises(IntegrityError, match="version_open_is_draft"), transaction.atomic():
            factories.make_version(**fields, is_open=True)


def test_cases_of_a_draft_go_when_its_file_is_checked_again():
    version = factories.make_version(rows=2, **DRAFT)

    TestCase.objects.filter(version=version).delete()

    assert not version.cases.exists()
