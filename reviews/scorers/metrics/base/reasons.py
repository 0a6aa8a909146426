"""Why an answer has no score, as codes."""

from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext_noop

NO_OUTPUT = define("no_output", gettext_noop("There is no output to score."))
CUT_BY_LENGTH = define(
    "cut_by_length", gettext_noop("The output was cut off at its greatest length, so it cannot be read as a whole.")
)
NO_REFERENCE = define("no_reference", gettext_noop("There is no expected output to compare with."))
TOO_LONG = define("too_long", gettext_noop("A text has %(n)s characters. Valid: up to %(most)s."))
TOO_SLOW = define("too_slow", gettext_noop("The search took longer than %(seconds)s seconds. Simplify the pattern."))
BAD_PATTERN = define("bad_pattern", gettext_noop("The expected output is not a regular expression: %(problem)s."))
BAD_SCHEMA = define("bad_schema", gettext_noop("The expected output is not a JSON Schema: %(problem)s."))
SCHEMA_TOO_SLOW = define(
    "schema_too_slow", gettext_noop("The schema took longer than %(seconds)s seconds, or refers to itself without end.")
)
BAD_TOOL_CALLS = define("bad_tool_calls", gettext_noop("The expected output is not a list of tool calls: %(problem)s."))
NO_EMBEDDER = define("no_embedder", gettext_noop("The texts cannot be embedded. %(problem)s"))
NO_DIRECTION = define("no_direction", gettext_noop("A text has nothing to embed, so its vector has no direction."))
NO_EXPECTED_NUMBER = define("no_expected_number", gettext_noop("The expected output has no number."))
NO_LATIN_WORDS = define(
    "no_latin_words",
    gettext_noop("The expected output has no words of Latin letters, which are all that ROUGE counts."),
)
NUMBER_TOO_LARGE = define(
    "number_too_large", gettext_noop("A number in the output is too large to be checked against the schema.")
)
METRIC_FAILED = define(
    "metric_failed", gettext_noop("The metric cannot score this output: %(kind)s. EvalHub's log has the details.")
)
SCORER_FAILED = define(
    "scorer_failed", gettext_noop("The scorer failed over this: %(kind)s. EvalHub's log has the details.")
)
NOT_FINITE = define("score_not_finite", gettext_noop("The metric gave %(value)s, which is not a finite number."))
WORKER_ENDED = define(
    "worker_ended",
    gettext_noop("The worker ended %(n)s times while it scored this output: it may need too much memory."),
)
NO_TESTS = define("no_tests", gettext_noop("The case has no %(field)s. Cases in the shape of HumanEval have one."))
NO_SANDBOX = define(
    "no_sandbox",
    gettext_noop("Programs are not executed here: the operator has not switched on the sandbox, %(variable)s."),
)
SANDBOX_FAILED = define(
    "sandbox_failed", gettext_noop("Programs are not executed: the sandbox cannot be set up (%(problem)s).")
)
SANDBOX_OPEN = define(
    "sandbox_open", gettext_noop("Programs are not executed: in the sandbox a probe sees what it should not: %(seen)s.")
)
NOT_PASSABLE = define(
    "not_passable",
    gettext_noop("The tests pass a value of the class %(kind)s to the program, which works for plain values only."),
)
BAD_TESTS = define("bad_tests", gettext_noop("The tests end with an error before they call the program."))
