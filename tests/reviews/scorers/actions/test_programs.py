"""Program annotators: one for each metric with its parameters."""

import pytest

from annotations.models import Annotator
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import InvalidInput, UnknownKey
from reviews.scorers.actions import programs
from reviews.scorers.metrics import ScoredAnswer
from reviews.scorers.metrics.exact_match import ExactMatch
from tests import factories

pytestmark = pytest.mark.django_db


def test_the_same_metric_with_the_same_parameters_is_one_annotator(bob):
    first = programs.program(organization=bob.organization, method="exact_match", by=bob.user)
    again = programs.program(organization=bob.organization, method="exact_match", parameters={"ignore_case": False})

    assert first == again and Annotator.objects.filter(kind="program").count() == 1
    assert (first.name, first.method, first.parser_version, first.model) == ("Exact match", "exact_match", "1", "")
    assert first.parameters["ignore_whitespace"] is True
    assert AuditEvent.objects.filter(verb="annotator.created").count() == 1


def test_other_parameters_versions_and_organizations_are_others(bob, monkeypatch):
    first = programs.program(organization=bob.organization, method="exact_match")
    other = programs.program(organization=bob.organization, method="exact_match", parameters={"ignore_case": True})
    elsewhere = programs.program(organization=factories.make_organization(), method="exact_match")
    monkeypatch.setattr(ExactMatch, "version", "2")
    newer = programs.program(organization=bob.organization, method="exact_match")

    assert len({first.pk, other.pk, elsewhere.pk, newer.pk}) == 4
    assert other.name == "Exact match (ignore_case=true)" and newer.parser_version == "2"


def test_its_metric_scores_with_its_parameters(bob):
    annotator = programs.program(organization=bob.organization, method="exact_match", parameters={"ignore_case": True})

    found = programs.metric_of(annotator).read(None, ScoredAnswer("YES", "yes"))

    assert found.values["value"] == 1


def test_unknown_metrics_and_wrong_parameters_are_refused(bob):
    with pytest.raises(UnknownKey, match="Valid: .*exact_match"):
        programs.program(organization=bob.organization, method="questions")
    with pytest.raises(InvalidInput, match="ignore_case: is 1"):
        programs.program(organization=bob.organization, method="exact_match", parameters={"ignore_case": 1})

    assert not Annotator.objects.filter(kind="program").exists()
