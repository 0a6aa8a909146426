"""GSM8K: word problems whose answer ends with #### and the number."""

from datasets.readers.shapes import Shape, UnfitRow, registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

MARK = "####"


@registry.register("gsm8k")
class Gsm8k(Shape):
    title = "GSM8K"
    says = gettext_noop("The number after #### is the expected output; the steps are kept as solution.")

    def fits(self, values):
        return {"question", "answer"} <= values.keys() and MARK in str(values["answer"])

    def row(self, values):
        solution, mark, number = str(values.get("answer")).rpartition(MARK)
        if not mark or not number.strip():
            raise UnfitRow(_("The answer has no number after ####."))
        rest = {name: value for name, value in values.items() if name not in ("question", "answer")}
        shaped = {"prompt": values.get("question"), "expected_output": number.strip().replace(",", "")}
        return shaped | {"solution": solution.strip()} | rest
