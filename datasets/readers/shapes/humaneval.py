"""HumanEval: functions to complete, with a solution and tests, all of which stay text."""

from datasets.readers.shapes import Shape, UnfitRow, registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

COLUMNS = {"task_id", "prompt", "canonical_solution", "test", "entry_point"}


@registry.register("humaneval")
class HumanEval(Shape):
    title = "HumanEval"
    says = gettext_noop("The solution is the expected output; tests are kept as text and nothing is executed.")

    def fits(self, values):
        return values.keys() >= COLUMNS

    def row(self, values):
        missing = next((name for name in sorted(COLUMNS) if values.get(name) in (None, "")), None)
        if missing:
            raise UnfitRow(_("The row has no %(name)s.") % {"name": missing})
        shaped = {
            "external_id": str(values["task_id"]),
            "prompt": values["prompt"],
            "expected_output": values["canonical_solution"],
        }
        return shaped | {name: value for name, value in values.items() if name not in ("task_id", "canonical_solution")}
