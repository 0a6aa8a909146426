"""Scores that are sets of stages."""

from annotations.models import Judgement
from tests.experiments.studies_world import ready, scores_of, verdict, work


def test_several_stages_are_a_set(bob):
    study = ready(bob, texts=1, method="subset")

    work(scores_of(study), verdict(3, 1))

    assert Judgement.objects.get().value == ["1", "3"]


def test_an_abstention_is_kept_as_one(bob):
    study = ready(bob, texts=1, method="subset")

    work(scores_of(study), verdict())

    judgement = Judgement.objects.get()
    assert judgement.abstained and judgement.value is None and judgement.justification == "Because of what it says."
