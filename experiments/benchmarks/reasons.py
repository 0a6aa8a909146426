"""Why a task of a suite run has failed or was skipped, and why an imported output has no score, as codes."""

from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext_noop

LOW_COVERAGE = define(
    "low_coverage",
    gettext_noop("%(scored)s of %(total)s cases were scored; at least %(least)s are needed."),
)
NO_SCORE = define("no_score", gettext_noop("No case was scored: %(why)s"))
TIMEOUT = define("timeout", gettext_noop("It took longer than %(seconds)s s."))
NEED_FAILED = define("need_failed", gettext_noop("It needs %(tasks)s, which has no score."))
COST_CAP = define("suite_cost_cap", gettext_noop("The cost cap of the run, %(cap)s, was reached before it."))
NOT_STARTED = define("not_started", gettext_noop("It could not be started: %(why)s"))
RUN_CANCELLED = define("run_cancelled", gettext_noop("The run was cancelled."))
NOT_SCORED_IN_LOG = define("not_scored_in_log", gettext_noop("The log has no number as its score."))
NOT_IN_LOG = define("score_not_in_log", gettext_noop("The log does not score this output by this metric."))
