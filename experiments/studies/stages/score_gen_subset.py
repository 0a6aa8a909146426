"""Scores of a study that name every stage that fits."""

from experiments.studies.stages.scoring import StudyScores
from reviews.engine.stages import registry


@registry.register("study_score_gen_subset")
class SubsetScores(StudyScores):
    kind = "study_score_gen_subset"
