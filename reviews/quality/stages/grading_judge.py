"""A model judges whether a candidate's answer is as good as the baseline's, by the fixed rubric of gradings."""

from dataclasses import dataclass

from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.stages import registry
from reviews.engine.stages.base import UNREADABLE, Finding, Prepared, Stage
from reviews.quality.errors import InvalidGrading
from reviews.quality.judges.llm_judge import RUBRIC_VERSION, grader_id_of, judge_prompt, read_answer
from reviews.quality.models import GradingRun, ModelAnswer
from reviews.quality.stages import observation_rows
from reviews.quality.stages.grading_answer import prompt_of

TIMEOUT_SECONDS = 120.0
MAX_TOKENS = 600
PARSER_VERSION = f"grading-judge-{RUBRIC_VERSION}"


@dataclass(frozen=True)
class Pair:
    """A candidate's ModelAnswer beside the baseline's to the same prompt."""

    candidate: ModelAnswer
    baseline: ModelAnswer


class PairJudge(Stage):
    """A target is the id of a candidate's ModelAnswer, a result the id of a QualityObservation.

    The lane's number is the candidate's place in the grading run. A pair whose baseline has failed is not judged.
    """

    has_targets = True
    is_candidate_first = False

    def targets(self, stage, *, limit):
        grading = self.grading_of(stage)
        said = ModelAnswer.objects.filter(grading=grading)
        answered = said.filter(model=grading.baseline_model).values("test_case")
        found = said.filter(model=grading.candidate_models[stage.lane], test_case__in=answered, pk__gt=stage.filled_to)
        return [(pk, None) for pk in found.order_by("pk").values_list("pk", flat=True)[:limit]]

    def prepare(self, requests):
        pairs = pairs_of([request.target for request in requests])
        stage = requests[0].stage
        return {request.pk: self._prepared(stage, pairs.get(request.target)) for request in requests}

    def store(self, request, finding, outcome):
        pair = pairs_of([request.target])[request.target]
        observation = observation_rows.observe(
            pair.candidate,
            grader_id=self.grader_id(request.stage.model),
            quality=finding.values["quality"],
            notes=finding.values["notes"],
            simulated=outcome.simulated,
        )
        return {"result": observation.pk}

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


def pairs_of(answers):
    """{candidate's answer id: Pair}; two statements."""
    candidates = ModelAnswer.objects.select_related("test_case", "grading").in_bulk(answers)
    gradings = {answer.grading_id: answer.grading for answer in candidates.values()}
    baselines = {
        (answer.grading_id, answer.test_case_id): answer
        for answer in ModelAnswer.objects.filter(
            grading__in=gradings,
            model__in={grading.baseline_model for grading in gradings.values()},
            test_case__in={answer.test_case_id for answer in candidates.values()},
        )
        if answer.model == gradings[answer.grading_id].baseline_model
    }
    return {
        pk: Pair(answer, baselines[answer.grading_id, answer.test_case_id])
        for pk, answer in candidates.items()
        if (answer.grading_id, answer.test_case_id) in baselines
    }


def _read(outcome):
    if outcome.status != OK:
        return Finding(outcome.status, {}, outcome.error_class or "provider_error", outcome.error_message)
    try:
        said = read_answer(outcome.text)
    except InvalidGrading as error:
        return Finding(UNREADABLE, {}, "parse_error", error.message)
    return Finding(OK, {"quality": said.quality_score, "notes": said.notes})
