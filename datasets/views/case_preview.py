"""One case of a draft as it will look, with the labels that the file has for it."""

from dataclasses import dataclass, field

from datasets.actions.cases import keyset_page
from datasets.actions.stored_files import file_limits
from datasets.cases import CaseMaker
from datasets.row_errors import ErrorLog
from datasets.views.case_texts import Part, input_parts

MOST_LABELS = 12
LONGEST = 600


@dataclass(frozen=True)
class ShownCase:
    """`number` of `total` cases, from 1. `outputs` are Parts; `labels` are (annotator, answers) of the first rows."""

    number: int
    total: int
    external_id: str
    parts: list[Part]
    outputs: list[Part]
    expected: str
    labels: list = field(default_factory=list)

    @property
    def before(self):
        return self.number - 1

    @property
    def after(self):
        return self.number + 1 if self.number < self.total else 0


def shown_case(version, form, number):
    """The ShownCase of this number: a stored one, or of a refused file one of the good first rows; None without one."""
    mapping, look = form.current, form.look
    if version.row_count:
        number = min(max(number, 1), version.row_count)
        case = keyset_page(version, after=number - 2, limit=1).cases[0]
        outputs = [Part(output.name, text=output.text or output.error) for output in case.outputs.all()]
        external_id, total = case.external_id, version.row_count
    else:
        maker, good = CaseMaker(mapping, limits=file_limits(), errors=ErrorLog()), {}
        for case in map(maker.make, look.rows):
            if case is not None:
                good.setdefault(case.external_id if mapping.labels else case.number, case)
        found = list(good.values())
        if not found:
            return None
        number, total = min(max(number, 1), len(found)), len(found)
        case = found[number - 1]
        external_id, outputs = case.external_id, [Part(*each) for each in _texts(case.outputs)]
    return ShownCase(
        number=number,
        total=total,
        external_id=external_id or "",
        parts=input_parts(case.input),
        outputs=outputs,
        expected=(case.expected_output or "")[:LONGEST],
        labels=_labels(look.rows, mapping, external_id),
    )


def _texts(outputs):
    for name, output in outputs.items():
        yield name, output if isinstance(output, str) else output[0].text or output[0].error


def _labels(rows, mapping, external_id):
    if mapping.labels is None:
        return []
    of_item = [row.values for row in rows if str(row.values.get(mapping.external_id)) == external_id]
    return [
        (str(values.get(mapping.labels.annotator) or ""), [values.get(name) for name in mapping.labels.questions])
        for values in of_item[:MOST_LABELS]
    ]
