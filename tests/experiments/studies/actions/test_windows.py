"""Windows: their texts, dates and names."""

import datetime

import pytest

from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, InvalidInput
from experiments.models import EvidenceWindow
from experiments.studies.actions import windows
from tests.undoing import undone


def create(member, **overrides):
    fields = {"name": "Spring", "concept": "press freedom"} | overrides
    return windows.create(organization=member.organization, **fields, by=member.user)


def test_window_is_stored_and_noted(bob):
    window = create(
        bob,
        name="  Spring  ",
        country="Country A",
        start_date=datetime.date(2026, 3, 1),
        end_date=datetime.date(2026, 3, 1),
    )

    window.refresh_from_db()
    assert (window.name, window.country, window.created_by) == ("Spring", "Country A", bob.user)
    assert AuditEvent.objects.filter(verb="evidence_window.created", object_id=str(window.pk)).exists()


def test_mistakes_are_told(bob, subtests):
    cases = [
        ({"name": " "}, "name is ' '. Valid: one line of 1 to 200"),
        ({"concept": ""}, "concept is ''"),
        ({"concept": "two\nlines"}, "concept is"),
        ({"concept": None}, "concept is None"),
        ({"country": "x" * 101}, "of 0 to 100 characters"),
        ({"start_date": datetime.date(2026, 3, 2), "end_date": datetime.date(2026, 3, 1)}, "before the first day"),
    ]

    for change, words in cases:
        with subtests.test(change=change, words=words), undone():
            with pytest.raises(InvalidInput, match=words):
                create(bob, **change)
            assert not EvidenceWindow.objects.exists()


def test_names_are_unique_within_an_organization(bob, mallory):
    create(bob)
    create(mallory)

    with pytest.raises(Conflict, match="named 'Spring' already") as refused:
        create(bob)

    assert refused.value.code == "name_taken" and EvidenceWindow.objects.count() == 2
