"""Rubrics: a model writes one for each of its samples."""

from evalhub.lib.translation import gettext_noop
from experiments.models import StudySample
from experiments.studies.actions import bundles, rubrics
from reviews.engine.stages import registry
from reviews.scorers.registry.scorer import Case
from reviews.scorers.stages.scorer_stage import ScorerStage


@registry.register("rubric_gen")
class Rubrics(ScorerStage):
    """A target and a result are the id of a StudySample."""

    kind = name = "rubric_gen"
    title = gettext_noop("Writes the rubrics")
    has_targets = True

    def targets(self, stage, *, limit):
        """The samples of the stage's model, once the evidence is in bundles: rubrics become forms over these."""
        study = stage.run.study
        if study.dataset_version_id is None and not (bundles.are_due(study=study) and bundles.make(study=study)):
            return []
        wanted = StudySample.objects.filter(study=study, model=stage.model, pk__gt=stage.filled_to).order_by("pk")
        return [(pk, None) for pk in wanted.values_list("pk", flat=True)[:limit]]

    def load(self, requests):
        samples = rubrics.samples_of([request.target for request in requests])
        return {
            request.pk: (
                Case((self.kind, request.target)),
                {"concept": sample.study.window.concept, "scale_size": sample.study.design.scale_size},
            )
            for request in requests
            if (sample := samples.get(request.target)) is not None
        }

    def store(self, request, finding, outcome):
        """The rubric, and the task of a frozen form over the study's bundles."""
        sample = rubrics.locked(sample_id=request.target)
        rubrics.accept(sample=sample, rubric=dict(finding.values), request=request)
        return {"result": sample.pk}
