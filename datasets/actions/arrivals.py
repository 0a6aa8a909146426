"""Take in what a running system has answered: each answer with the case it was for, many at once, all or none."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from datasets.actions import appending, model_outputs
from datasets.row_errors import shown
from evalhub.lib.errors import InvalidInput

MOST_NAMED = 100
CASE_FIELDS = tuple(name for name in appending.FIELDS if name != "external_id")
CASE_PARTS = ("external_id", *CASE_FIELDS)
OUTPUT_FIELDS = ("system_id", "system", "repetition", *model_outputs.FACTS, "occurred_at")
FIELDS = ("test_case_id", *CASE_PARTS, *OUTPUT_FIELDS)


class BadRows(InvalidInput):
    """`refused` is {index of the row: reason}; `details` names the first of them."""

    code = "bad_rows"

    def __init__(self, refused, count):
        first = min(refused)
        words = _("Nothing was stored: %(n)s of %(all)s rows are refused. Row %(row)s: %(reason)s")
        shown_rows = [{"index": index, "reason": refused[index]} for index in sorted(refused)[:MOST_NAMED]]
        super().__init__(
            words % {"n": len(refused), "all": count, "row": first, "reason": refused[first]},
            details={"rows": shown_rows},
        )
        self.refused = refused


@transaction.atomic
def receive(*, version, rows):
    """[AppendedRow] of `rows`, objects with FIELDS, in their order; BadRows where one is refused: none is stored.

    A row has the input, which makes a case of the open version, or names a case of it by `test_case_id` or by
    `external_id` alone. The same external id with the same content is existing. Without `occurred_at` it happened now.
    Statements grow with the systems that are named, not with the rows. Conflict for a version that takes no cases.
    """
    refused = {index: reason for index, row in enumerate(rows) if (reason := _problem(row))}
    if refused:
        raise BadRows(refused, len(rows))
    having = [index for index, row in enumerate(rows) if _has_input(row)]
    made = appending.append_cases(version=version, rows=[_part(rows[index], CASE_PARTS) for index in having])
    refused = {index: case.reason for index, case in zip(having, made, strict=True) if case.stored is None}
    if refused:
        raise BadRows(refused, len(rows))
    named = dict(zip(having, made, strict=True))
    moment = timezone.now().isoformat()
    answers = [_answer(row, named.get(index), moment) for index, row in enumerate(rows)]
    results = model_outputs.append_outputs(organization=version.organization, rows=answers, version=version)
    refused = {result.index: result.reason for result in results if result.stored is None}
    if refused:
        raise BadRows(refused, len(rows))
    return results


def receive_good(*, version, rows):
    """(the AppendedRows of what could be stored, {index: reason} of the others)."""
    left, refused = list(range(len(rows))), {}
    while left:
        try:
            return receive(version=version, rows=[rows[index] for index in left]), refused
        except BadRows as problem:
            refused |= {left[place]: reason for place, reason in problem.refused.items()}
            left = [index for index in left if index not in refused]
    return [], refused


def _problem(row):
    if not isinstance(row, dict):
        return _("An output is an object.")
    unknown = next((name for name in row if name not in FIELDS), None)
    if unknown is not None:
        return _("Unknown field %(name)s. Valid: %(valid)s.") % {"name": shown(unknown), "valid": ", ".join(FIELDS)}
    about_case = next((name for name in CASE_FIELDS if row.get(name) is not None), None)
    if about_case and row.get("test_case_id") is not None:
        return _("%(name)s is that of the case, which test_case_id names already.") % {"name": about_case}
    if about_case and not _has_input(row):
        return _("%(name)s needs the input that makes the case.") % {"name": about_case}
    return ""


def _has_input(row):
    return any(row.get(name) is not None for name in ("input", *appending.INPUT_PARTS))


def _part(row, names):
    return {name: row[name] for name in names if name in row}


def _answer(row, case, moment):
    answer = {"occurred_at": moment} | {name: value for name, value in row.items() if value is not None}
    answer = _part(answer, ("external_id", "test_case_id", *OUTPUT_FIELDS))
    if case is not None:
        answer.pop("external_id", None)
        answer["test_case_id"] = str(case.stored.pk)
    return answer
