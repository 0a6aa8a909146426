"""What is in use of a method: published versions stay what they were, and a review keeps the one it was asked with."""

import hashlib

import pytest

from reviews.engine.stages import registry
from reviews.jobs.actions import intake
from reviews.jobs.methods.texts import KIND_OF
from reviews.models import LLMRequest, Prompt
from reviews.scorers.library.actions import versions
from tests.reviews.jobs.methods.cases import YAML
from tests.reviews.jobs_directories import make_directory
from tests.reviews.methods_world import OTHER, draft, in_use, published
from tests.statements import at_most

pytestmark = pytest.mark.django_db


def shelf(member, part="prompt"):
    return versions.versions_of(organization=member.organization, kind=KIND_OF[part], name="experiment")


def asked(job):
    """The system text of the job's next call."""
    request = LLMRequest.objects.select_related("stage", "run").get(run=job.run, stage__kind="job_review")
    return registry["job_review"].prepare([request])[request.pk].call.messages[0]["content"]


def test_versions_are_newest_first_in_two_statements(bob):
    published(bob)
    published(bob, OTHER)
    draft(bob)
    found = shelf(bob)
    assert [version.key for version in found.versions] == ["3", "2", "1", "shipped", "shipped-1"]
    assert (found.in_use.key, found.draft.key, found.total) == ("2", "3", 3)
    assert found.find("1").text == YAML and found.find("4") is None

    for number in range(3):
        published(bob, f"{number}", part="knowledge")
    with at_most(2):
        rows = [version.prompt for version in shelf(bob, "knowledge").versions if version.prompt]
        names = [(row.version, row.created_by.pk, row.published_by.pk) for row in rows]
    assert names == [(number, bob.user.pk, bob.user.pk) for number in (3, 2, 1)]


def test_many_versions_are_counted_and_the_newest_kept(bob, monkeypatch):
    monkeypatch.setattr(versions, "MOST_VERSIONS", 2)
    for number in range(4):
        published(bob, f"Text {number}.", part="knowledge")

    with at_most(3):
        found = shelf(bob, "knowledge")

    assert ([version.key for version in found.versions], found.total) == (["4", "3", "shipped"], 4)


def test_bytes_of_a_published_version_stay_what_they_were(bob):
    first = published(bob)
    row = Prompt.objects.filter(pk=first.pk).values()
    before = row.get()

    draft(bob, OTHER)
    published(bob, OTHER)
    draft(bob, "name: broken")

    assert row.get() == before
    assert hashlib.sha256(before["content"].encode()).hexdigest() == before["content_sha256"] == first.content_sha256
    assert shelf(bob).find("1").text == YAML


def test_review_keeps_the_version_that_it_was_asked_with(bob, settings, tmp_path):
    settings.JOB_ROOTS = [(bob.organization.slug, tmp_path)]
    published(bob, YAML.replace("You review trials.", "This is the first."))
    published(bob, YAML.replace("You review trials.", "This is the second."))
    job = intake.register(
        organization=bob.organization, location=str(make_directory(tmp_path)), models=["simulated-careful"], by=bob.user
    )
    read = asked(job)

    published(bob, YAML.replace("You review trials.", "This is the third."))
    published(bob, "Own knowledge.", part="knowledge")

    assert "This is the second." in read and asked(job) == read
    assert in_use(bob).ref.startswith("experiment p1.2 v3 kv1")
