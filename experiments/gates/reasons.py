"""Why a condition of a gate is undecided, as codes."""

from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext_noop

NOT_SCORED = define("gate_not_scored", gettext_noop("%(figure)s is not defined: nothing was scored."))
UNKNOWN_FIGURE = define(
    "gate_unknown_figure", gettext_noop("The evaluation has no %(figure)s. Valid metrics: %(valid)s.")
)
NO_SLICE = define("gate_no_slice", gettext_noop("No case has %(slice)s in its metadata. Valid fields: %(valid)s."))
TOO_FEW_CASES = define(
    "gate_too_few_cases",
    gettext_noop("%(n)s case was scored. A gate is decided from %(least)s cases on."),
    gettext_noop("%(n)s cases were scored. A gate is decided from %(least)s cases on."),
)
TOO_FEW_SCORED = define(
    "gate_too_few_scored",
    gettext_noop("Only %(scored)s of %(total)s cases were scored. At least %(least)s are needed."),
)
NO_INTERVAL = define("gate_no_interval", gettext_noop("%(figure)s has no interval."))
ON_THE_LIMIT = define(
    "gate_on_the_limit", gettext_noop("The limit %(limit)s lies in the 95 %% CI from %(low)s to %(high)s.")
)
WOULD_PASS = define(
    "gate_would_pass",
    gettext_noop(
        "The limit %(limit)s lies in the 95 %% CI from %(low)s to %(high)s. "
        "The same value would pass from about %(cases)s cases on."
    ),
)
WOULD_FAIL = define(
    "gate_would_fail",
    gettext_noop(
        "The limit %(limit)s lies in the 95 %% CI from %(low)s to %(high)s. "
        "The same value would fail from about %(cases)s cases on."
    ),
)
NO_BASELINE = define("gate_no_baseline", gettext_noop("There is no baseline to compare with."))
NO_SHARED_CASES = define(
    "gate_too_few_pairs",
    gettext_noop("%(n)s case was scored in both evaluations. A comparison needs %(least)s."),
    gettext_noop("%(n)s cases were scored in both evaluations. A comparison needs %(least)s."),
)
OTHER_SCORER = define(
    "gate_other_scorer", gettext_noop("%(figure)s was scored by another version of the scorer in the baseline.")
)
OTHER_REDUCER = define(
    "gate_other_reducer",
    gettext_noop("%(figure)s has repetitions that became one value in another way in the baseline."),
)
TOO_LARGE = define(
    "gate_too_large", gettext_noop("%(figure)s or its limit is beyond 1.8e308, the largest number that is compared.")
)
NOT_ENDED = define("gate_not_ended", gettext_noop("The evaluation has not ended."))
