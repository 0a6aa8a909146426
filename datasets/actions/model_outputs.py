"""Answers of systems to stored cases: added many at once by programs, and read page by page."""

import datetime
import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from datasets import outputs
from datasets.actions.appending import AppendedRow
from datasets.actions.search import searched
from datasets.actions.systems import SystemIds
from datasets.models import DatasetVersion, ModelOutput, System, TestCase
from datasets.models.model_output import sha256_of
from datasets.row_errors import shown
from evalhub.lib import foreign_values
from evalhub.lib.errors import Conflict
from evalhub.lib.simulated import is_simulated

FACTS = ("text", "error", "finish_reason", "latency_ms", "tokens_in", "tokens_out", "cost_usd")
CASE_FIELDS = ("test_case_id", "external_id", "dataset_version_id")
FIELDS = (*CASE_FIELDS, "system_id", "system", "repetition", *FACTS, "occurred_at")
SYSTEM_FIELDS = ("name", *outputs.SYSTEM_FIELDS)
HIGHEST_ID = 2**63 - 1
EARLIEST = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
AHEAD = datetime.timedelta(days=1)  # that clocks of others may be


@dataclass(frozen=True)
class OutputPage:
    """Outputs in the order of their cases, with case and system loaded."""

    outputs: list
    has_more: bool


def append_outputs(*, organization, rows, version=None):
    """[AppendedRow] of `rows`, objects with FIELDS, in their order; nothing is ever replaced.

    A case is named by its id, or by its external id and its version, which is `version` where one is given. An output
    that is stored already is existing, and refused when it says something else. Cases of open and published versions
    take outputs: those of a draft go when its file is checked again. A model named simulated-… is simulated, no other.
    """
    try:
        with transaction.atomic():
            return _append(organization, rows, version)
    except IntegrityError as error:
        if "output_unique" not in str(error):
            raise
        text = _("Another request stored one of these outputs at this moment. Send the request again.")
        raise Conflict(text, code="stored_meanwhile") from error


def page(version, *, after=(-1, 0), limit, system_id=None, text=""):
    """Outputs after (row index, id of an output), at the same price however deep without `system_id`.

    With a `text` those that it finds.
    """
    row_index, output_id = after
    found = ModelOutput.objects.filter(test_case__version=version, test_case__row_index__gte=max(row_index, 0))
    found = found.exclude(test_case__row_index=row_index, pk__lte=output_id)
    if system_id is not None:
        found = found.filter(system_id=system_id)
    found = searched(found, text, version=version)
    rows = list(found.select_related("test_case", "system").order_by("test_case__row_index", "pk")[: limit + 1])
    return OutputPage(rows[:limit], len(rows) > limit)


def _append(organization, rows, version):
    cases, systems = _Cases(organization, rows, version), _Systems(organization, rows)
    results, wanted = [None] * len(rows), {}
    for index, row in enumerate(rows):
        try:
            wanted[index] = _output(row, cases, systems)
        except _Refused as problem:
            results[index] = AppendedRow(index, reason=str(problem))
    outputs = wanted.values()
    found = ModelOutput.objects.filter(
        test_case__in={output.test_case_id for output in outputs}, system__in={output.system_id for output in outputs}
    )
    stored = {_key(output): output for output in found}
    fresh = []
    for index, output in wanted.items():
        known = stored.setdefault(_key(output), output)
        if known is output:
            fresh.append(output)
            results[index] = AppendedRow(index, stored=output, is_new=True)
        elif all(getattr(known, fact) == getattr(output, fact) for fact in FACTS):
            results[index] = AppendedRow(index, stored=known)
        else:
            reason = _("This system has another output for this case and repetition. Outputs cannot be changed.")
            results[index] = AppendedRow(index, reason=reason)
    ModelOutput.objects.bulk_create(fresh)
    return results


class _Refused(Exception):
    """Why a row is not taken."""


def _output(row, cases, systems):
    """The ModelOutput of a row, not stored yet; systems that are new are."""
    if not isinstance(row, dict):
        raise _Refused(_("An output is an object."))
    row = {name: value for name, value in row.items() if value is not None}
    _refuse_unknown(row, FIELDS)
    repetition = row.get("repetition", 1)
    most = outputs.MOST_REPETITIONS
    if type(repetition) is not int or not 1 <= repetition <= most:
        text = _("repetition is %(value)s. Valid: 1 to %(most)s.")
        raise _Refused(text % {"value": shown(repetition), "most": most})
    case = cases.of(row)
    system = systems.described(row)
    try:
        (answer,) = outputs.answers({name: row[name] for name in FACTS if name in row})
    except outputs.BadOutput as problem:
        raise _Refused(str(problem)) from None
    occurred_at = _moment(row.get("occurred_at"))
    system_id, model = systems.stored(system)
    facts = {fact: getattr(answer, fact) for fact in FACTS}
    return ModelOutput(
        test_case=case,
        system_id=system_id,
        repetition=repetition,
        text_sha256=sha256_of(answer.text),
        simulated=is_simulated(model),
        occurred_at=occurred_at,
        **facts,
    )


def _moment(value):
    """The time that a text spells, with its zone; None where there is none."""
    if value is None:
        return None
    try:
        found = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None or not EARLIEST <= found <= timezone.now() + AHEAD:
        text = _("occurred_at is %(value)s. Valid: a time with its zone, 2026-11-27T09:30:00Z, not in the future.")
        raise _Refused(text % {"value": shown(value)})
    return foreign_values.in_utc(found)


def _refuse_unknown(given, valid):
    unknown = next((name for name in given if name not in valid), None)
    if unknown is not None:
        text = _("Unknown field %(name)s. Valid: %(valid)s.")
        raise _Refused(text % {"name": shown(unknown), "valid": ", ".join(valid)})


def _key(output):
    return str(output.test_case_id), str(output.system_id), output.repetition


class _Cases:
    """The cases that rows name, read in two statements, after a lock on their versions: one caller at a time adds."""

    def __init__(self, organization, rows, version):
        self._version = version
        rows = [row for row in rows if isinstance(row, dict)]
        ids = {number for number in (_number(row.get("test_case_id")) for row in rows) if number is not None}
        pairs = {(of, row["external_id"]) for row in rows if (of := self._version_id(row)) and _is_text(row)}
        named = Q(pk__in=ids)
        for of in {of for of, _external_id in pairs}:
            named |= Q(version_id=of, external_id__in=[each for place, each in pairs if place == of])
        found = TestCase.objects.filter(named, version__organization=organization)
        if version is not None:
            found = found.filter(version=version)
        found = list(found)
        self._by_id = {case.pk: case for case in found}
        self._by_name = {(str(case.version_id), case.external_id): case for case in found}
        versions = DatasetVersion.objects.filter(pk__in={case.version_id for case in found}).order_by("pk")
        self._versions = {each.pk: each for each in versions.select_for_update(no_key=True)}

    def of(self, row):
        """The case of a row, which may take outputs."""
        if "test_case_id" in row:
            case = self._by_id.get(_number(row["test_case_id"]))
            if case is not None and "external_id" in row and case.external_id != row["external_id"]:
                case = None
        elif "external_id" not in row:
            raise _Refused(_("Name the case by test_case_id or external_id."))
        elif self._version_id(row) is None:
            raise _Refused(_("external_id needs the dataset_version_id."))
        else:
            case = self._by_name.get((self._version_id(row), row["external_id"])) if _is_text(row) else None
        if case is None or ("dataset_version_id" in row and self._version_id(row) != str(case.version_id)):
            raise _Refused(_("There is no such case."))
        version = self._versions[case.version_id]
        if not (version.is_open or version.status == "PUBLISHED"):
            text = _("Version %(number)s is neither open nor published.")
            raise _Refused(text % {"number": version.version_number})
        return case

    def _version_id(self, row):
        """The id of the version that a row means, None for one that cannot be read."""
        given = row.get("dataset_version_id")
        if given is None and self._version is not None:
            return str(self._version.pk)
        found = _uuid(given)
        return None if found is None else str(found)


class _Systems:
    """The systems that rows name by an id, and those they describe, which may be new."""

    def __init__(self, organization, rows):
        self._ids = SystemIds(organization.pk)
        ids = {_uuid(row.get("system_id")) for row in rows if isinstance(row, dict)} - {None}
        self._known = System.objects.filter(organization=organization).in_bulk(ids)

    def described(self, row):
        """The System of a row that names one by its id, else (name, (field, value) of what else is known)."""
        if ("system_id" in row) == ("system" in row):
            raise _Refused(_("Name the system by system or system_id."))
        if "system_id" in row:
            system = self._known.get(_uuid(row["system_id"]))
            if system is None:
                raise _Refused(_("There is no such system."))
            return system
        given = {"name": row["system"]} if isinstance(row["system"], str) else row["system"]
        if not isinstance(given, dict):
            raise _Refused(_("system is a name or an object."))
        given = {name: value for name, value in given.items() if value is not None}
        _refuse_unknown(given, SYSTEM_FIELDS)
        name = given.pop("name", None)
        if not isinstance(name, str) or not 0 < len(name.strip()) <= len(name) <= outputs.LONGEST_NAME:
            text = _("The name of the system is missing or longer than %(most)s characters.")
            raise _Refused(text % {"most": outputs.LONGEST_NAME})
        try:
            return name, outputs.described(given)
        except outputs.BadOutput as problem:
            raise _Refused(str(problem)) from None

    def stored(self, system):
        """(id of the system, the name of its model or, where that is not known, its own)."""
        if isinstance(system, System):
            return system.pk, system.model or system.name
        name, described = system
        return self._ids.of(name, described), dict(described).get("model") or name


def _number(value):
    """The id of a case as the API writes it, None for anything else."""
    is_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 19
    return int(value) if is_number and int(value) <= HIGHEST_ID else None


def _uuid(value):
    """The UUID that a text spells, None for anything else."""
    try:
        return uuid.UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _is_text(row):
    return isinstance(row.get("external_id"), str)
