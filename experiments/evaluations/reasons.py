"""Why an output of an evaluation has no score, or an evaluation none at all, as codes."""

from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext_noop

NO_OUTPUT = define("output_missing", gettext_noop("There is no output to score."))
NO_ANSWER = define("question_unanswered", gettext_noop("The model gave no answer to this question."))
TOO_FEW_MEMBERS = define("jury_too_few", gettext_noop("Too few members of the jury have a score of this output."))
JURY_TIED = define("jury_tied", gettext_noop("As many members of the jury are for one value as for another."))
COST_CAP = define("cost_cap_reached", gettext_noop("The cost cap was reached before this output was scored."))
CANCELLED = define("scoring_cancelled", gettext_noop("The run was cancelled before this output was scored."))
NO_SCORES = define(
    "evaluation_without_scores", gettext_noop("No output has a score. See the failures for the reasons.")
)
NO_OUTPUTS = define(
    "evaluation_without_outputs", gettext_noop("The system gave no output. See its run for the reasons.")
)
NOTHING_ARRIVED = define("evaluation_nothing_arrived", gettext_noop("No output arrived that the rule draws."))
TIE = define(
    "repetitions_tie", gettext_noop("As many outputs of the case pass as do not, or two values are equally frequent.")
)
TOO_FEW_REPETITIONS = define("repetitions_too_few", gettext_noop("Fewer than k outputs of the case are scored."))
SCORED_ALONE = define(
    "evaluation_scored_alone",
    gettext_noop(
        "A worker was lost. Outputs are scored one by one, now item %(item)s; workers lost over it: %(lost)s."
    ),
)
