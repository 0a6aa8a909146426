"""Events of result reviews."""

from evalhub.events.event_types import EventType, register
from evalhub.lib.translation import gettext_noop


@register("result_review.signed_off")
class ReviewSignedOff(EventType):
    title = gettext_noop("Result review signed off")
    example = {"job_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45", "verdict": "trust"}
