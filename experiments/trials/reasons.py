"""Verdicts, health checks and what keeps an experiment from one, as codes."""

from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext_noop

# Measures of outputs, which no metric of the library names.
MEASURES = {
    "latency_ms": define("experiment_latency", gettext_noop("Latency")),
    "cost_usd": define("experiment_cost", gettext_noop("Cost of an answer")),
    "tokens_in": define("experiment_tokens_in", gettext_noop("Tokens of a question")),
    "tokens_out": define("experiment_tokens_out", gettext_noop("Tokens of an answer")),
}

# Verdicts, in one sentence.
SHIP = define("experiment_ship", gettext_noop("Ship %(treatment)s: %(metric)s is better by %(gain)s than %(control)s."))
ROLL_BACK = define(
    "experiment_roll_back", gettext_noop("Roll back %(treatment)s: %(metric)s is worse by %(loss)s than %(control)s.")
)
SHIP_MORE = define(
    "experiment_ship_more",
    gettext_noop("Ship %(treatment)s: %(metric)s holds in %(gain)s more of 100 cases than with %(control)s."),
)
SHIP_FEWER = define(
    "experiment_ship_fewer",
    gettext_noop("Ship %(treatment)s: %(metric)s holds in %(gain)s fewer of 100 cases than with %(control)s."),
)
ROLL_BACK_MORE = define(
    "experiment_roll_back_more",
    gettext_noop("Roll back %(treatment)s: %(metric)s holds in %(loss)s more of 100 cases than with %(control)s."),
)
ROLL_BACK_FEWER = define(
    "experiment_roll_back_fewer",
    gettext_noop("Roll back %(treatment)s: %(metric)s holds in %(loss)s fewer of 100 cases than with %(control)s."),
)
HARMED = define(
    "experiment_harmed",
    gettext_noop("Roll back %(treatment)s: %(metric)s is worse by more than the margin of %(margin)s."),
)
GUARDRAIL_NOT_SHOWN = define(
    "experiment_guardrail_not_shown",
    gettext_noop("Keep testing: %(metric)s of %(treatment)s is not yet shown to stay within its margin of %(margin)s."),
)
TOO_SMALL = define(
    "experiment_too_small", gettext_noop("Keep testing: %(n)s of at least %(least)s have been measured.")
)
REMAINS_SMALL = define(
    "experiment_remains_small",
    gettext_noop("Inconclusive: all data are in, but %(n)s of at least %(least)s could be measured."),
)
TOO_EARLY = define("experiment_too_early", gettext_noop("Keep testing: %(check)s"))
GUARDRAIL_STAYS_OPEN = define(
    "experiment_guardrail_stays_open",
    gettext_noop(
        "Inconclusive: %(treatment)s is better, but %(metric)s is not shown to stay within its margin of %(margin)s."
    ),
)
NOT_BEFORE = define(
    "experiment_not_before",
    gettext_noop("Keep testing: it is decided once, at %(planned)s planned, and %(n)s have been measured."),
)
NOT_YET = define(
    "experiment_not_yet",
    gettext_noop("Keep testing: the difference of %(metric)s is not clear yet, after %(n)s of %(planned)s planned."),
)
INCONCLUSIVE = define(
    "experiment_inconclusive",
    gettext_noop("Inconclusive: after %(n)s of %(planned)s planned, no difference of %(metric)s is shown."),
)
NO_GAIN = define(
    "experiment_no_gain",
    gettext_noop("Inconclusive: after %(n)s of %(planned)s planned, no gain of %(metric)s above %(least)s is shown."),
)
ALL_EQUAL = define(
    "experiment_all_equal",
    gettext_noop("Inconclusive: all data are in, and the difference of %(metric)s does not vary."),
)
AA_HOLDS = define("experiment_aa_holds", gettext_noop("As expected, no difference is shown between equal variants."))
AA_DIFFERS = define(
    "experiment_aa_differs",
    gettext_noop("Variants that should be the same differ in %(metric)s. Do not trust the set-up."),
)
AA_ALIKE = define("experiment_aa_alike", gettext_noop("No difference is shown."))
UNHEALTHY = define("experiment_unhealthy", gettext_noop("Unhealthy: %(check)s There is no winner."))
NOT_DEFINED = define(
    "experiment_not_defined", gettext_noop("Keep testing: the difference of %(metric)s is not defined yet.")
)

# Health.
SAMPLE_RATIO = define("experiment_sample_ratio", gettext_noop("Units are not shared out as planned (p %(p)s)."))
SAMPLE_RATIO_HOLDS = define("experiment_sample_ratio_holds", gettext_noop("Units are shared out as planned."))
SAME_CASES = define(
    "experiment_same_cases",
    gettext_noop("%(n)s case was answered by all variants; no sample-ratio test is needed."),
    gettext_noop("%(n)s cases were answered by all variants; no sample-ratio test is needed."),
)
NO_SAME_CASES = define("experiment_no_same_cases", gettext_noop("The variants have no scored cases in common."))
FAILURES_DIFFER = define(
    "experiment_failures_differ",
    gettext_noop("%(treatment)s alone lacks a score of %(gained)s cases, %(control)s alone of %(lost)s (p %(p)s)."),
)
FAILURES_ALIKE = define("experiment_failures_alike", gettext_noop("The variants fail about as often."))
SCORERS_DIFFER = define(
    "experiment_scorers_differ",
    gettext_noop("%(metric)s is scored by other scorers in %(treatment)s than in %(control)s."),
)
SCORERS_SAME = define("experiment_scorers_same", gettext_noop("The same scorers score all variants."))
LABELS_NOT_RANDOM = define(
    "experiment_labels_not_random", gettext_noop("People's labels of %(metric)s are no random sample of the cases.")
)
LABELS_RANDOM = define("experiment_labels_random", gettext_noop("People's labels are a random sample."))
LARGE_ENOUGH = define("experiment_large_enough", gettext_noop("%(n)s were measured; at least %(least)s are needed."))
TOO_SHORT = define(
    "experiment_too_short", gettext_noop("It has run for %(days)s days; at least %(least)s are planned.")
)
LONG_ENOUGH = define("experiment_long_enough", gettext_noop("It has run for %(days)s days."))
