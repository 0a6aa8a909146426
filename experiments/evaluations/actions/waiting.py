"""Wait for a single evaluation, as long as a request may."""

import time

from experiments.evaluations.actions import program_scores, steps
from experiments.models import Evaluation

PAUSE_SECONDS = 0.2


def wait(*, evaluation, seconds):
    """The evaluation once it has ended, or as it stands after so many seconds; takes its steps if nobody else does.

    Programs score it here, but those that execute what they score: these, as models, are left to the workers.
    """
    end = time.monotonic() + seconds
    is_for_workers = program_scores.has_programs_to_run(evaluation=evaluation)
    while True:
        if not is_for_workers:
            Evaluation.objects.filter(pk=evaluation.pk, state="waiting").update(next_attempt_at=None)
            steps.work_next(pk=evaluation.pk)
        found = Evaluation.objects.select_related("task", "run", "organization").get(pk=evaluation.pk)
        if found.has_ended or time.monotonic() + PAUSE_SECONDS > end:
            return found
        time.sleep(PAUSE_SECONDS)
