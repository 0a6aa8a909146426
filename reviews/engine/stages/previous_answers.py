"""What the step before has brought, read from the ledger: accepted answers, about the same targets."""

from reviews.engine.client.exchange import OK, Outcome
from reviews.engine.client.json_answer import find_object
from reviews.engine.models import LLMAttempt


def answers_before(requests, kind):
    """{target: Outcome} of the accepted answers about the targets of these requests of one RunStage.

    They are those of the stage of this `kind` in the same run and lane, the newest of each; one statement.
    """
    stage = requests[0].stage
    accepted = LLMAttempt.objects.filter(
        status=OK,
        request__stage__run=stage.run_id,
        request__stage__kind=kind,
        request__stage__lane=stage.lane,
        request__target__in=[request.target for request in requests],
        request__replaced=False,
        request__state="done",
    )
    found = accepted.select_related("message", "request").order_by("request__request_version", "pk")
    return {attempt.request.target: _outcome(attempt) for attempt in found if hasattr(attempt, "message")}


def _outcome(attempt):
    said = attempt.message.assistant
    found = find_object(said)
    return Outcome(OK, text=said, parsed=found.value, parsed_from=found.found, simulated=attempt.simulated)
