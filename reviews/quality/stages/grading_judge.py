"""A model judges whether a candidate's answer is as good as the baseline's, by the fixed rubric of gradings."""

from dataclasses import dataclass

from datasets.models import ModelOutput
from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.stages import registry
from reviews.engine.stages.base import UNREADABLE, Finding, Prepared, Stage
from reviews.quality.errors import InvalidGrading
from reviews.quality.judges.llm_judge import RUBRIC_VERSION, grader_id_of, judge_prompt, read_answer
from reviews.quality.models import GradingRun
from reviews.quality.stages import observation_rows, pair_judgements
from reviews.quality.stages.grading_answer import prompt_of

TIMEOUT_SECONDS = 120.0
MAX_TOKENS = 600
PARSER_VERSION = f"grading-judge-{RUBRIC_VERSION}"


@dataclass(frozen=True)
class Pair:
    """A candidate's output beside the baseline's to the same prompt."""

    candidate: ModelOutput
    baseline: ModelOutput


class PairJudge(Stage):
    """A target is the id of a candidate's ModelOutput, a result the id of the QualityObservation that names the
    judgement.

    The lane's number is the candidate's place in the grading run. A pair whose baseline has failed is not judged.
    """

    has_targets = True
    is_candidate_first = False

    def targets(self, stage, *, limit):
        grading = self.grading_of(stage)
        found = paired(grading, lanes=[stage.lane + 1]).filter(pk__gt=stage.filled_to)
        targets = list(found.order_by("pk").values_list("pk", flat=True)[:limit])
        pair_judgements.items_of(list(pairs_of(grading, targets).values()), grading=grading)
        return [(pk, None) for pk in targets]

    def prepare(self, requests):
        stage = requests[0].stage
        pairs = pairs_of(self.grading_of(stage), [request.target for request in requests])
        return {request.pk: self._prepared(stage, pairs.get(request.target)) for request in requests}

    def store(self, request, finding, outcome):
        grading, grader_id = self.grading_of(request.stage), self.grader_id(request.stage.model)
        pair = pairs_of(grading, [request.target])[request.target]
        quality, notes = finding.values["quality"], finding.values["notes"]
        annotation = pair_judgements.store(
            pair, grading=grading, grader_id=grader_id, quality=quality, notes=notes, key=request.pk
        )
        judged = (pair.candidate, annotation.judgements.get().pk, outcome.simulated)
        (observation,) = observation_rows.observe([judged], grading=grading, grader_id=grader_id)
        return {"result": observation.pk, "annotation": annotation}

    def grading_of(self, stage):
        return GradingRun.objects.get(run=stage.run_id)

    def grader_id(self, model):
        return grader_id_of(model)

    def _prepared(self, stage, pair):
        if pair is None:
            return NotFound("The pair of answers is gone.", code="target_missing")
        return prepared(
            stage,
            judge_prompt(
                prompt_of(pair.candidate.test_case),
                pair.baseline.text,
                pair.candidate.text,
                is_candidate_first=self.is_candidate_first,
            ),
        )


@registry.register("grading_judge")
class GradingJudge(PairJudge):
    kind = name = "grading_judge"
    title = gettext_noop("Judges the pairs")


def prepared(stage, ask):
    """The Prepared question of a stage to its judge about an Ask."""
    call = LLMCall(
        model=stage.model,
        parameters=dict(stage.parameters),
        timeout_seconds=TIMEOUT_SECONDS,
        messages=({"role": "system", "content": ask.system}, {"role": "user", "content": ask.user}),
        max_tokens=MAX_TOKENS,
        text_allowed=True,
    )
    return Prepared(call=call, read=_read, parser_version=PARSER_VERSION)


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


def _read(outcome):
    if outcome.status != OK:
        return Finding(outcome.status, {}, outcome.error_class or "provider_error", outcome.error_message)
    try:
        said = read_answer(outcome.text)
    except InvalidGrading as error:
        return Finding(UNREADABLE, {}, "parse_error", error.message)
    return Finding(OK, {"quality": said.quality_score, "notes": said.notes})
