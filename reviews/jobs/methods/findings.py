"""What came of asking a model for a review of a job: the Finding of a try, and the review where it is complete."""

from reviews.engine.client.exchange import OK
from reviews.engine.stages.base import UNREADABLE, UNREADABLE_CLASSES, Finding

TIMEOUT_SECONDS = 300.0


def read(engine, payload, outcome):
    """(the Finding without values, the ReviewReading or None) of an Outcome."""
    if outcome.status != OK:
        status = UNREADABLE if outcome.error_class in UNREADABLE_CLASSES else outcome.status
        return Finding(status, {}, outcome.error_class or "provider_error", outcome.error_message), None
    reading = engine.read(outcome, payload)
    if not reading.is_complete:
        return Finding(UNREADABLE, {}, reading.error_class, reading.message), None
    return Finding(OK), reading
