"""Measure the model that judges a grading: at once where the reference is quick, else by workers, piece by piece."""

import time

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib import reasons
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.leases import MAX_ATTEMPTS
from evalhub.work.sweep import LeasedSweep
from reviews.engine.models.evaluation_run import ENDED
from reviews.quality.actions import grading_embeddings, gradings, judge_tests
from reviews.quality.adapters import LLMRateLimitError, LLMTimeoutError
from reviews.quality.judged_cases import Case
from reviews.quality.judges import grader_of, pair_judges, reference_keys
from reviews.quality.models import JudgeTest, QualityObservation
from reviews.quality.stages.grading_judge import pairs_of
from reviews.quality.stages.grading_judge_swapped import swapped
from reviews.scorers.actions import annotators
from reviews.scorers.actions.configured_models import family_of
from reviews.scorers.embedding.embedders import LEXICAL
from reviews.scorers.registry import EMBEDDER, MODEL

MOST_AT_ONCE = 500  # pairs that are compared while a person waits; more are the worker's
PAIRS_OF_A_PIECE = 20
SECONDS_OF_A_TURN = 60  # then another worker may go on: Celery ends what takes some minutes
RETRY_SECONDS = 60


def request(*, grading, reference, tool="", by):
    """The first JudgeTest of a measurement of the grading's judge against a judge that is no language model.

    It is done where that takes no time, and else waits for `work_next`. Conflict while the run goes on or when the
    judge is no model, InvalidInput for an unknown reference or an embedding model that cannot be asked.
    """
    made = _checked(grading, reference, tool)
    if grading_embeddings.is_hosted(reference, tool):
        annotators.check_model(tool, field="embedding_model")
    if is_quick(grading=grading, judge=reference, tool=tool):
        return calibrate(grading=grading, reference=reference, tool=tool, by=by)
    return judge_tests.order(
        organization=grading.organization,
        grader_id=grading.grader_id,
        reference=grader_of(made),
        grading=grading,
        embedder=tool,
        by=by,
    )


def calibrate(*, grading, reference, tool="", by):
    """`request` that measures here and now, however long it takes."""
    made = _checked(grading, reference, tool)
    gradings.grade_with(grading=grading, judge=reference, tool=tool)
    cases, simulated = _cases(grading, grader_of(made))
    return judge_tests.calibrate(
        organization=grading.organization,
        grader_id=grading.grader_id,
        reference=grader_of(made),
        cases=cases,
        grading=grading,
        simulated=simulated,
        by=by,
    )


def is_quick(*, grading, judge, tool=""):
    """Whether somebody may wait for this judge over the grading's pairs: it asks nobody, and they are few."""
    if EMBEDDER in pair_judges[judge].needs and (tool or LEXICAL) != LEXICAL:
        return False
    return grading.outputs(range(1, len(grading.systems))).count() <= MOST_AT_ONCE


def _work(calibration, keeper):
    """A turn of a claimed calibration; a model that is busy is asked again later."""
    try:
        _go_on(calibration)
    except (LLMRateLimitError, LLMTimeoutError) as problem:
        if calibration.attempts >= MAX_ATTEMPTS:
            raise
        calibration.retry_later(seconds=RETRY_SECONDS * calibration.attempts, error=reasons.of(problem.message))


def _go_on(calibration):
    """Compare pairs until none is left, then measure; after SECONDS_OF_A_TURN it waits for its next turn."""
    grading, judge = calibration.grading, calibration.reference.partition(":")[0]
    tool = calibration.details["embedder"]
    end = time.monotonic() + SECONDS_OF_A_TURN
    while gradings.grade_some(grading=grading, judge=judge, tool=tool, limit=PAIRS_OF_A_PIECE):
        if time.monotonic() > end:
            calibration.finish(state="waiting", attempts=0)  # a turn that got somewhere is no failed attempt
            return
    cases, simulated = _cases(grading, calibration.reference)
    problem = grading_embeddings.problem_of(grading, tool)
    if problem and not cases:
        calibration.finish(state="failed", error=problem)
        return
    judge_tests.end(measurement=calibration, cases=cases, simulated=simulated)


CALIBRATIONS = LeasedSweep(
    "calibrations",
    title=gettext_lazy("Judge calibrations"),
    rows=JudgeTest.objects.of_pairs,
    work=_work,
    related=("grading__organization", "organization", "created_by"),
    retry_seconds=RETRY_SECONDS,
)
work_next = CALIBRATIONS.next


def _checked(grading, reference, tool):
    """The judge that is to be the reference."""
    if MODEL not in pair_judges[grading.judge].needs:
        raise Conflict(
            _("The judge of this grading is not a language model and needs no calibration."), code="no_model_judge"
        )
    if reference not in reference_keys():
        valid = ", ".join(reference_keys())
        raise InvalidInput(
            _("reference is %(met)s. Valid: %(valid)s.") % {"met": repr(reference)[:60], "valid": valid},
            code="unknown_judge",
            details={"field": "reference"},
        )
    if grading.run.status not in ENDED:
        raise Conflict(
            _("The run is not finished. Calibrate once the judge has compared every pair."), code="run_goes_on"
        )
    return gradings.made_judge(judge=reference, tool=tool)


def _cases(grading, reference):
    """([Case of each pair that judge and reference have scored], whether any of it is simulated)."""
    own = grading.grader_id
    scores, simulated = {}, False
    found = QualityObservation.objects.filter(grading=grading, grader_id__in=[own, swapped(own), reference])
    for output, grader_id, quality, is_simulated in found.values_list(
        "output", "grader_id", "quality_score", "simulated"
    ):
        scores.setdefault(output, {})[grader_id] = quality
        simulated |= is_simulated
    pairs = pairs_of(grading, [output for output, known in scores.items() if own in known and reference in known])
    names = {system.pk: system.name for system in grading.systems}
    return [
        Case(
            score=scores[pk][own],
            reference_score=scores[pk][reference],
            swapped_score=scores[pk].get(swapped(own)),
            is_own_family=family_of(grading.judge_model) == family_of(names[pair.candidate.system_id]),
            length_difference=len(pair.candidate.text) - len(pair.baseline.text),
        )
        for pk, pair in sorted(pairs.items())
    ], simulated
