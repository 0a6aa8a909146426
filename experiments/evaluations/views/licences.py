"""What each judge of an evaluation may do, shown beside its scores: an untested one says so."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from reviews.quality.actions import people_tests
from reviews.quality.actions.judged_labels import key_of
from reviews.quality.views.labels import LicenceLabel, look_of_licence


@dataclass(frozen=True)
class JudgeLicence:
    """The LicenceLabel of one judge on one question, and its page."""

    look: LicenceLabel
    href: str


def licences_of(organization, scorers):
    """{(question's id, annotator's id): JudgeLicence} of the models and juries among these scorers; a scorer has
    a `question` with its metric and an `annotator`. One statement."""
    judges = [each for each in scorers if each.annotator.kind in ("llm", "jury")]
    known = people_tests.licences(organization, {each.annotator for each in judges}) if judges else {}
    return {(each.question_id, each.annotator_id): _licence(each, known) for each in judges}


def _licence(scorer, known):
    key = key_of(scorer.question)
    return JudgeLicence(
        look_of_licence(people_tests.licence_in(known, scorer.annotator, key).key),
        f"{reverse('reviews:judge_detail', args=[scorer.annotator_id])}?{urlencode({'criterion': key})}",
    )
