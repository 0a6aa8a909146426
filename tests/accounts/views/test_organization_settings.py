"""Settings of the organization: who changes them, and what they do."""

import datetime

import pytest
from django.utils import timezone

from annotations.models import AnnotationTask
from annotations.tasks.actions import annotation_tasks
from evalhub.accounts.actions import organization_settings
from evalhub.lib.errors import InvalidInput
from tests import factories

PATH = "/organization/"
GIVEN = {
    "name": "Fernhill Energy",
    "time_zone": "Pacific/Auckland",
    "keep_raw_days": "30",
    "default_model": "openai/gpt-4o-mini",
    "consensus_percent": "75",
    "audit_sample_percent": "20",
}


def test_settings_are_saved_and_noted_and_what_is_not_valid_is_shown_and_not_saved(acme, bob, client_of):
    client = client_of(bob)
    assert client.get(PATH).status_code == 200
    saved = client.post(PATH, GIVEN, follow=True)
    acme.refresh_from_db()
    assert (acme.name, acme.time_zone, acme.keep_raw_days) == ("Fernhill Energy", "Pacific/Auckland", 30)
    assert (acme.default_model, acme.consensus_threshold, acme.audit_sample_share) == (
        GIVEN["default_model"],
        0.75,
        0.2,
    )
    assert "Fernhill Energy" in saved.content.decode()
    (event,) = factories.audit_events("organization.changed")
    assert event.details["before"]["name"] == "Acme" and event.details["settings"]["keep_raw_days"] == 30
    client.post(PATH, GIVEN)
    assert len(factories.audit_events("organization.changed")) == 1

    cases = [{"name": " "}, {"time_zone": "Mars/Base"}, {"keep_raw_days": "-1"}, {"consensus_percent": "101"}]
    for changes in cases:
        page = client_of(bob).post(PATH, GIVEN | changes)
        assert page.status_code == 422 and list(page.context["form"].errors) == list(changes)
    for changes in ({"name": "a\nb"}, {"audit_sample_share": 2}, {"slug": "x"}, {"time_zone": "x"}):
        with pytest.raises(InvalidInput):
            organization_settings.change(organization=acme, changes=changes)


def test_only_admins_change_them(rita, client_of):
    assert client_of(rita).get(PATH).status_code == 403


def test_times_of_pages_are_those_of_the_organization(acme, bob, client_of, monkeypatch):
    late = datetime.datetime(2026, 11, 26, 20, 0, tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", lambda: late)
    client = client_of(bob)
    assert "26 November" in client.get("/annotate/").content.decode()

    organization_settings.change(organization=acme, changes={"time_zone": "Pacific/Auckland"})

    assert "27 November" in client.get("/annotate/").content.decode()
    assert timezone.get_current_timezone_name() == "UTC"


def test_new_tasks_have_its_thresholds_unless_they_say_others(acme, bob, client_of, api_of):
    organization_settings.change(organization=acme, changes={"consensus_threshold": 0.75, "audit_sample_share": 0.0})
    version = factories.make_version(factories.make_dataset(acme))
    body = {
        "name": "T",
        "instructions": "x",
        "dataset_version_id": str(version.pk),
        "annotation_schema": factories.VERDICT,
    }

    api_of(bob).post("/v1/annotations/tasks", body)
    api_of(bob).post("/v1/annotations/tasks", body | {"consensus_threshold": 0.5})

    found = AnnotationTask.objects.order_by("created_at").values_list("consensus_threshold", "audit_sample_share")
    assert list(found) == [(0.75, 0.0), (0.5, 0.0)]
    form = client_of(bob).get("/tasks/new/").context["form"]
    assert (form["consensus_percent"].value(), form["audit_sample_percent"].value()) == (75, 0.0)
    assert annotation_tasks.defaults_of(factories.make_organization()) == {
        "consensus_threshold": annotation_tasks.CONSENSUS,
        "audit_sample_share": annotation_tasks.AUDITED,
    }
