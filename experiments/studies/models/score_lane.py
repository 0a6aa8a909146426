"""One model that scores all evidence of a study with one sample's rubric."""

from django.db import models

from experiments.studies.models.study_sample import StudySample
from reviews.models import RunStage


class ScoreLane(models.Model):
    """`stage` is where its scores are asked for; it knows the model and the annotator."""

    stage = models.OneToOneField(RunStage, on_delete=models.CASCADE, primary_key=True, related_name="score_lane")
    sample = models.ForeignKey(StudySample, on_delete=models.CASCADE, related_name="lanes")

    class Meta:
        ordering = ["stage"]

    def __str__(self):
        return f"{self.stage.model} with {self.sample}"
