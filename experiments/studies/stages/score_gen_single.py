"""Scores of a study that name exactly one stage."""

from experiments.studies.stages.scoring import StudyScores
from reviews.engine.stages import registry


@registry.register("study_score_gen_single")
class SingleScores(StudyScores):
    kind = "study_score_gen_single"
