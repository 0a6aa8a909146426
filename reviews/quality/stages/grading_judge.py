"""A model judges whether a candidate's answer is as good as the baseline's, by the rubric of gradings."""

from dataclasses import dataclass

from datasets.models import ModelOutput
from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.quality.judges import AnswerPair, grader_id_of
from reviews.quality.models import GradingRun
from reviews.quality.stages import observation_rows, pair_judgements
from reviews.quality.stages.grading_answer import prompt_of
from reviews.scorers.registry import registry as scorers
from reviews.scorers.registry.scorer import Asking
from reviews.scorers.stages import prompt_versions
from reviews.scorers.stages.scorer_stage import ScorerStage


@dataclass(frozen=True)
class Pair:
    """A candidate's output beside the baseline's to the same prompt."""

    candidate: ModelOutput
    baseline: ModelOutput


class PairStage(ScorerStage):
    """A target is the id of a candidate's ModelOutput, a result the id of the QualityObservation that names the
    judgement.

    The lane's number is the candidate's place in the grading run. A pair whose baseline has failed is not judged.
    """

    default_prompt = ""  # that of the grading
    has_targets = True
    is_candidate_first = False

    def targets(self, stage, *, limit):
        grading = self.grading_of(stage)
        found = paired(grading, lanes=[stage.lane + 1]).filter(pk__gt=stage.filled_to)
        targets = list(found.order_by("pk").values_list("pk", flat=True)[:limit])
        pair_judgements.items_of(list(pairs_of(grading, targets).values()), owner=grading)
        return [(pk, None) for pk in targets]

    def scorer(self, requests):
        return scorers[self.method or self.grading_of(requests[0].stage).judge].made(self.asking(requests))

    def asking(self, requests):
        return rubric_asking(requests)

    def load(self, requests):
        pairs = pairs_of(self.grading_of(requests[0].stage), [request.target for request in requests])
        return {
            request.pk: shown(pairs[request.target], is_candidate_first=self.is_candidate_first)
            for request in requests
            if request.target in pairs
        }

    def store(self, request, finding, outcome):
        grading = self.grading_of(request.stage)
        grader_id = self.grader_id(grading, request.stage)
        pair = pairs_of(grading, [request.target])[request.target]
        quality, notes = finding.values["value"], finding.values["reason"]
        annotation = pair_judgements.store(
            pair, owner=grading, grader_id=grader_id, quality=quality, notes=notes, key=request.pk
        )
        judged = (pair.candidate, annotation.judgements.get().pk, outcome.simulated)
        (observation,) = observation_rows.observe([judged], grading=grading, grader_id=grader_id)
        return {"result": observation.pk, "annotation": annotation}

    def grading_of(self, stage):
        return GradingRun.objects.get(run=stage.run_id)

    def grader_id(self, grading, stage):
        return grader_id_of(grading.judge, model=stage.model, prompt_version=stage.prompt_version)


@registry.register("grading_judge")
class GradingJudge(PairStage):
    kind = name = "grading_judge"
    title = gettext_noop("Judges the pairs")


def shown(pair, *, is_candidate_first=False):
    """(AnswerPair, task) of a Pair, as judges take them."""
    answers = AnswerPair(pair.baseline.text, pair.candidate.text, is_candidate_first)
    return answers, prompt_of(pair.candidate.test_case)


def rubric_asking(requests):
    """How a model is asked by the rubric that requests of one RunStage name."""
    stage = requests[0].stage
    return Asking(stage.model, prompt_versions.of_requests(requests), stage.parameters)


def paired(grading, *, lanes):
    """The outputs of candidates in these lanes of a grading to prompts that the baseline has answered too."""
    return grading.outputs(lanes).filter(test_case__in=grading.outputs([0]).values("test_case"))


def pairs_of(grading, outputs):
    """{candidate's output id: Pair}; two statements."""
    candidates = ModelOutput.objects.select_related("test_case").in_bulk(outputs)
    cases = {output.test_case_id for output in candidates.values()}
    baselines = {output.test_case_id: output for output in grading.outputs([0], cases=cases)}
    return {
        pk: Pair(output, baselines[output.test_case_id])
        for pk, output in candidates.items()
        if output.test_case_id in baselines
    }
