"""Why a shadow has no score, or pairs of a grading have none, as codes."""

from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext_noop

NOTHING_TO_COMPARE = define("nothing_to_compare", gettext_noop("No answer to compare."))
MODEL_FAILED = define("model_failed", gettext_noop("%(model)s: %(reason)s"))
PAIRS_WITHOUT_SCORE = define(
    "pairs_without_score",
    gettext_noop("%(n)s pair has no score: %(reason)s"),
    gettext_noop("%(n)s pairs have no score, the last: %(reason)s"),
)
BASELINE_ANSWERED = define("baseline_answered", gettext_noop("The baseline model itself answered."))
GRADER_UNAVAILABLE = define(
    "grader_unavailable", gettext_noop("The router compares by scores of a grader that is not available here.")
)
NOT_SAMPLED = define("not_sampled", gettext_noop("Not sampled."))
