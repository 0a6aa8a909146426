"""What is said of runs, requests and batches that wait, stopped or failed; workers store the codes."""

from django.utils.translation import gettext, gettext_noop

from evalhub.lib.reasons import define
from reviews.engine.stages import registry as stages


def _stage(name):
    """What pages call a stage of this name, quoted; anything else as it is."""
    return f"“{gettext(stages[name].title)}”" if name in stages else name


STAGE_INCOMPLETE = define(
    "stage_incomplete",
    gettext_noop("Some requests of %(stage)s failed, and this run requires all. Retry failed requests to continue."),
    stage=_stage,
)
STAGE_FAILED = define("stage_failed", gettext_noop("All requests of %(stage)s failed."), stage=_stage)
RUN_BUDGET = define(
    "run_budget",
    gettext_noop(
        "The budget of this run has no room for the most that another request may cost: $%(limit)s, of which "
        "$%(spent)s spent and $%(reserved)s reserved for running requests. Raise the budget and resume the run."
    ),
)
MONTH_BUDGET = define(
    "month_budget",
    gettext_noop(
        "The organization's budget for this month has no room for the most that another request may cost: "
        "$%(limit)s, of which $%(spent)s spent and $%(reserved)s reserved for running requests. Raise the budget or "
        "wait until next month."
    ),
)
BUDGET_RESERVED = define(
    "budget_reserved",
    gettext_noop("The rest of the budget is reserved for running calls. Wait until they finish."),
)
ANSWER_AWAITED = define(
    "answer_awaited", gettext_noop("The same is being asked elsewhere, and its answer will do here too.")
)
RATE_LIMIT = define("rate_limit", gettext_noop("Waits for room in the rate limits."))
PROBING = define("probing", gettext_noop("Waits for another request that checks whether the model is available again."))
BATCH_TOKENS = define(
    "batch_tokens", gettext_noop("Waits for room in the tokens that batches may hold at the provider.")
)
RUN_NOT_RUNNING = define("run_not_running", gettext_noop("The run does not continue."))
BATCH_FULL = define("batch_full", gettext_noop("The batch was full."))
BATCH_EMPTY = define("batch_empty", gettext_noop("No row was left to be sent."))
BATCH_AMBIGUOUS = define("batch_ambiguous", gettext_noop("%(problem)s The rows wait until the batch is identified."))
BATCH_UNKNOWN_NAMES = define(
    "batch_unknown_names",
    gettext_noop("%(n)s result carries a name that is not of this batch."),
    gettext_noop("%(n)s results carry a name that is not of this batch."),
)
BATCH_SENT_AGAIN = define(
    "batch_sent_again",
    gettext_noop(
        "Its rows were sent again because somebody asked for it. If the provider has it, they are billed twice."
    ),
)
CANCELLED = define("cancelled", gettext_noop("It was cancelled."))
BATCH_NOT_TAKEN = define("batch_not_taken", gettext_noop("The provider took no batch."))
BATCH_NEVER_ENDED = define(
    "batch_never_ended", gettext_noop("The provider neither ended nor cancelled this batch in its time.")
)
ROW_NOT_REACHED = define(
    "row_not_reached", gettext_noop("The provider's time for the batch was over before it came to this row.")
)
ROW_NOT_BEGUN = define("row_not_begun", gettext_noop("The batch was cancelled before this row was started."))
ROW_NOT_EXECUTED = define("row_not_executed", gettext_noop("The provider did not execute this row."))
ROW_NOT_READABLE = define("row_not_readable", gettext_noop("The provider's answer to this row cannot be read."))
ROW_WITHOUT_RESULT = define("row_without_result", gettext_noop("The batch ended without a result for this row."))
RESULTS_NOT_KEPT = define("results_not_kept", gettext_noop("The provider no longer keeps the results of the batch."))
WORKER_LOST = define(
    "worker_lost",
    gettext_noop("The worker ended before the answer came in. The provider may have billed this call."),
)
ANSWERED_LATE = define(
    "answered_late",
    gettext_noop(
        "Another worker had taken the request over when this answer came in. It is billed, and leads to nothing."
    ),
)
REQUEST_CRASHED = define(
    "request_crashed", gettext_noop("The worker ended in the middle of this request five times. Its log says why.")
)
TOO_LATE = define(
    "call_too_late",
    gettext_noop(
        "The provider had not sent a whole answer after %(seconds)s seconds, the longest that a call may take."
    ),
)
CALL_FAILED = define(
    "call_failed", gettext_noop("EvalHub could not make this call or read what came back. Its log says why.")
)
NOT_PREPARED = define("not_prepared", gettext_noop("EvalHub could not prepare this question. Its log says why."))
NOT_STORABLE = define(
    "not_storable", gettext_noop("The provider's answer could not be stored. EvalHub's log says why.")
)
