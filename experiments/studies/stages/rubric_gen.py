"""Rubrics: a model writes one for each of its samples."""

from evalhub.lib.translation import gettext_noop
from experiments.models import StudySample
from experiments.studies.actions import bundles, rubrics
from reviews.engine.stages import registry
from reviews.scorers.parsers.base import Context
from reviews.scorers.stages.parsed_stage import ParsedStage


@registry.register("rubric_gen")
class Rubrics(ParsedStage):
    """A target and a result are the id of a StudySample."""

    kind = name = parser = "rubric_gen"
    title = gettext_noop("Writes the rubrics")
    default_prompt = "rubric_gen.v1"
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
        return {request.pk: samples[request.target] for request in requests if request.target in samples}

    def values(self, stage, subject):
        return {"concept": subject.study.window.concept, "scale_size": subject.study.design.scale_size}

    def context(self, stage, subject):
        return Context(scale_size=subject.study.design.scale_size)

    def store(self, request, finding, outcome):
        """The rubric, and the task of a frozen form over the study's bundles."""
        said = finding.values
        stages = [
            {"stage_number": number, "label": label, "criteria": list(criteria)}
            for number, (label, criteria) in enumerate(zip(said["labels"], said["criteria"], strict=True), 1)
        ]
        sample = rubrics.locked(sample_id=request.target)
        rubrics.accept(sample=sample, rubric={"stages": stages, "reasoning": said["reasoning"]}, request=request)
        return {"result": sample.pk}
