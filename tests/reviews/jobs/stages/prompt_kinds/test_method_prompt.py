"""Prompts of methods in the library: what changes with them, and the references that name them."""

import pytest

from reviews.scorers.library.actions import usage, versions
from reviews.scorers.stages.prompt_kinds import registry
from tests.reviews.jobs.methods.cases import YAML
from tests.reviews.jobs_world import make_job
from tests.reviews.methods_world import in_use, published

pytestmark = pytest.mark.django_db
KIND = registry["method_prompt"]


def shelf(member):
    return versions.versions_of(organization=member.organization, kind="method_prompt", name="experiment")


def test_every_shipped_version_is_there():
    assert all(list(KIND.shipped(name)) == [2, 1] for name in ("experiment", "matching"))


def test_changed_dimensions_are_told(bob):
    [change] = KIND.changes("experiment", shelf(bob).in_use, YAML)

    assert change.added == ("balance", "precision") and "effect_size_plausibility" in change.dropped
    assert KIND.changes("experiment", shelf(bob).in_use, shelf(bob).in_use.text) == []


def test_reference_leads_to_the_version_it_names(bob):
    shipped = in_use(bob).ref
    published(bob)
    own = in_use(bob).ref

    found = [usage.find(organization=bob.organization, stored=ref) for ref in (shipped, own)]

    assert [(each.kind, each.key) for each in found] == [("method_prompt", "shipped"), ("method_prompt", "1")]


def test_runs_are_found_by_the_version_they_used(bob):
    job = make_job(bob)
    published(bob)

    before, now = (
        usage.of_version(organization=bob.organization, version=shelf(bob).find(key)) for key in ("shipped", "1")
    )

    assert [use.run.pk for use in before.runs] == [job.run_id] and before.annotator_count == 1
    assert (now.run_count, now.annotator_count) == (0, 0)
