"""How a score that may be weighted by probability was made: scores of different modes have no common mean."""

from evalhub.lib.translation import gettext_noop

SCORE_MODE = "score_mode"  # the name in a judgement's details
LOGPROB, SINGLE = "logprob", "single"
TITLES = {LOGPROB: gettext_noop("Weighted by probability"), SINGLE: gettext_noop("Single answer")}
