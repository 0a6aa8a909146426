"""Wait for a single evaluation, as long as a request may."""

import time

from experiments.evaluations.actions import steps
from experiments.models import Evaluation

PAUSE_SECONDS = 0.2


def wait(*, evaluation, seconds):
    """The evaluation once it has ended, or as it stands after so many seconds; takes its steps if nobody else does.

    Programs score it here; models are asked by the workers.
    """
    end = time.monotonic() + seconds
    while True:
        Evaluation.objects.filter(pk=evaluation.pk, state="waiting").update(next_attempt_at=None)
        steps.work_next(pk=evaluation.pk)
        found = Evaluation.objects.select_related("task", "run", "organization").get(pk=evaluation.pk)
        if found.has_ended or time.monotonic() + PAUSE_SECONDS > end:
            return found
        time.sleep(PAUSE_SECONDS)
