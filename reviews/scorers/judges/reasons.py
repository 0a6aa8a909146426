"""Why the answer of a judge cannot be used, as codes."""

from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext_noop

NO_MODEL_ANSWER = define("no_model_answer", gettext_noop("The model gave no answer."))
WRONG_CASE = define("wrong_case", gettext_noop("The answer does not carry the reference of this case."))
CANARY_LEAKED = define(
    "canary_leaked", gettext_noop("The answer repeats the check word: the material has steered the model.")
)
ARTIFACT_LEAKED = define(
    "artifact_leaked", gettext_noop("The answer repeats the check word: the artifact has steered the model.")
)
EMPTY_TEXT = define("empty_text", gettext_noop("The model answered with an empty text."))
VECTORS = define("wrong_vectors", gettext_noop("The answer holds %(n)s vectors. Valid: two."))
VECTORS_OF_TEXTS = define(
    "vectors_of_texts", gettext_noop("The answer holds %(n)s vectors. Valid: one for each of %(texts)s texts.")
)
JUDGE_UNREADABLE = define("judge_unreadable", gettext_noop("The judge's answer cannot be read. %(reason)s"))
NO_QUALITY_SCORE = define(
    "no_quality_score",
    gettext_noop("The judge's JSON has no quality_score. Valid: quality_score, and notes if it likes."),
)
