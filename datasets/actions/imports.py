"""Check the file of a version and import its cases: all of them, or none and the reasons; or all but bad rows."""

import contextlib
import datetime
import time
from dataclasses import dataclass, field

from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy
from psycopg.errors import DeadlockDetected, LockNotAvailable

from datasets import encodings, proposals
from datasets import mapping as mappings
from datasets.actions import import_progress, search_index
from datasets.actions.copying import copy_cases, remove_cases
from datasets.actions.label_rows import LabelRows, labels_path
from datasets.actions.stored_files import file_limits, path_of, readable_path
from datasets.cases import CaseMaker, FirstIds, SeenIds
from datasets.column_figures import FileFigures
from datasets.columns import schema_hash
from datasets.models import DatasetVersion
from datasets.models.purposes import purpose_of
from datasets.readers import PREVIEW_ROWS, open_reader, preview
from datasets.row_errors import ErrorLog, RowError
from evalhub.accounts.actions import audit
from evalhub.lib.database.errors import LOST
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.leases import MAX_ATTEMPTS, LeaseKeeper, LeaseLost
from evalhub.lib.processes import stopping
from evalhub.lib.processes.bulkhead import Contained
from evalhub.lib.reasons import WORKER_CRASH as WORKER_CRASHED
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from evalhub.work.sweep import LeasedSweep

READ_ON_ROWS = 5_000
BUSY_SECONDS = 5
SHOWN_EVERY_SECONDS = 0.5
WORKER_CRASH = gettext_noop(
    "Validation stopped %(n)s times without a result, each time with its worker. Validate again, or "
    "upload the file in smaller parts."
)
UNREADABLE = gettext_noop("The file could not be read: %(kind)s. EvalHub's log has the details.")


class _Refused(Exception):
    """The file has an error, so nothing of it is kept."""


@dataclass
class _Work:
    """One pass over a file. `rows` is the reader's iterator: it is read on after an error, to collect the others.

    `figures` counts them. `leaves_out`: a row with an error is no case, and the others are taken in. `labels`: of a
    file with a row per label.
    """

    reader: object
    rows: object
    maker: CaseMaker
    mapping: mappings.FieldMapping
    figures: FileFigures
    leaves_out: bool = False
    labels: LabelRows | None = None
    ids: SeenIds = field(default_factory=SeenIds)
    first_ids: FirstIds = field(default_factory=FirstIds)

    def cases(self):
        """The cases of the file until its end or its first error, which is _Refused."""
        if self.leaves_out or self.labels:
            yield from self._chosen_cases()
            return
        make, add_id, errors = self.maker.make, self.ids.add, self.reader.errors
        for row in self.rows:
            case = make(row)
            if errors.count:
                raise _Refused
            if case.external_id is not None:
                add_id(case.external_id, case.number)
            yield case

    def _chosen_cases(self):
        """The cases of the first row of each ID; without bad rows where these are left out, else _Refused at the first.

        _Refused where the file cannot be read to its end.
        """
        make, take, errors, found = (
            self.maker.make,
            self.labels.take if self.labels else self._first,
            self.reader.errors,
            0,
        )
        for row in self.rows:
            case = make(row)
            is_first = case is not None and take(case, row.values)
            if errors.count and not self.leaves_out:
                raise _Refused
            if is_first:
                found += 1
                yield case
        if errors.is_cut or not found:
            raise _Refused

    def _first(self, case, values):
        if case.external_id is None or self.first_ids.add(case.external_id):
            return True
        self.reader.errors.add(
            case.number, self.mapping.external_id, _("The ID occurs a second time."), case.external_id
        )
        return False

    def note(self, row):
        """Look at a row for its errors alone."""
        case = self.maker.make(row)
        if case is None:
            return
        if self.labels:
            self.labels.take(case, row.values)
        elif case.external_id is not None:
            self.ids.add(case.external_id, case.number)


def claim_one():
    """The next version that waits for its check, leased to this worker, or None."""
    return next(iter(DatasetVersion.objects.claim(seconds=settings.LEASE_SECONDS)), None)


def run(*, version):
    """Check the whole file of `version` and import it all or nothing; returns the version as it then is.

    A version that nobody has claimed is claimed here; Conflict when another worker holds it. Inside a transaction of
    the caller's own everything happens within that.
    """
    is_private = connection.in_atomic_block
    if version.state != "running":
        version = next(iter(DatasetVersion.objects.claim(seconds=settings.LEASE_SECONDS, pk=version.pk)), None)
        if version is None:
            raise Conflict(_("This version is being validated or has already been validated."), code="not_waiting")
    # Inside a transaction of the caller's own nobody else sees the version yet: there is no lease to keep.
    keeping = contextlib.nullcontext() if is_private else LeaseKeeper(version, longest_seconds=None)
    try:
        with keeping as lease:
            _check(version, _Watch(version, lease))
    except _Stopping:
        _give_back(version, seconds=0)
    except _Busy:
        _give_back(version, seconds=BUSY_SECONDS)
    except LeaseLost:
        pass  # whoever has it now will tell the result
    version.refresh_from_db()
    return version


@transaction.atomic
def restart(*, version, mapping, leaves_out=False, encoding=None, purpose=None, by):
    """Check the stored file of a draft again, with another mapping; its cases stay until the new result is there.

    `leaves_out`: take in the good rows alone. `encoding`: convert the file from it. `purpose`: key of what it is for.
    None keeps what was chosen.
    """
    if encoding is not None and encoding not in ("", *encodings.ENCODINGS):
        text = _("encoding is %(value)s. Valid: %(valid)s.")
        words = {"value": repr(encoding), "valid": ", ".join(encodings.ENCODINGS)}
        raise InvalidInput(text % words, code="unknown_encoding")
    version = DatasetVersion.objects.select_for_update(of=("self",)).get(pk=version.pk)
    if version.status != "DRAFT":
        text = _("Version %(number)s is %(status)s. Only a DRAFT can be validated again.")
        raise Conflict(text % {"number": version.version_number, "status": version.status})
    if not version.is_finished:
        text = _("Version %(number)s is being validated. Wait for the result.") % {"number": version.version_number}
        raise Conflict(text, code="in_check")
    if not version.stored_path:
        text = _("Version %(number)s has no file to validate.") % {"number": version.version_number}
        raise Conflict(text, code="no_file")
    if mapping:
        mapping = mappings.parse(mapping, None).as_json()
    version.mapping, version.state, version.attempts, version.next_attempt_at = mapping or {}, "waiting", 0, None
    version.leaves_out_bad_rows = leaves_out
    version.encoding = version.encoding if encoding is None else encoding
    version.purpose = version.purpose if purpose is None else purpose
    changed = ["mapping", "state", "attempts", "next_attempt_at", "leaves_out_bad_rows", "encoding", "purpose"]
    version.save(update_fields=changed)
    import_progress.forget(version)
    audit.record(organization=version.organization, verb="version.rechecked", target=version, by=by)
    return version


def explain_crashes():
    """Tell people why a version that crashed its worker again and again has no cases; returns how many."""
    crashed = DatasetVersion.objects.filter(state="failed", last_error=WORKER_CRASHED(), validation_status="PENDING")
    error = RowError(None, None, _(WORKER_CRASH) % {"n": MAX_ATTEMPTS})
    return crashed.update(validation_status="INVALID", error_count=1, validation_errors=[error.as_json()])


def _fail(version, reason):
    """End a version that cannot be checked at all."""
    error = RowError(None, None, str(reason))
    version.finish(
        state="failed", error=reason, validation_status="INVALID", error_count=1, validation_errors=[error.as_json()]
    )


VERSIONS = LeasedSweep(
    "dataset_versions",
    title=gettext_lazy("Files of test cases"),
    rows=DatasetVersion.objects.all,
    work=lambda version, keeper: run(version=version),
    fail=_fail,
    longest_seconds=None,
)


class _Busy(Exception):
    """A worker that lost its lease still writes, or another import holds a row that this one needs."""


class _Stopping(Exception):
    """This process has been asked to stop; the import goes back as it was."""


class _Watch:
    """Looks every few thousand rows whether the work may go on, and shows how far it is."""

    def __init__(self, version, lease):
        self._version, self._lease, self._show_at = version, lease, 0.0

    def look(self, reader):
        """LeaseLost or _Stopping when the work must end; `lease` is None in a transaction of the caller's own."""
        if self._lease is None:
            return
        self._lease.check()
        if stopping.requested():
            raise _Stopping
        if time.monotonic() >= self._show_at:
            self._show_at = time.monotonic() + SHOWN_EVERY_SECONDS
            import_progress.note(self._version, reader)


def _check(version, watch):
    """What nobody foresaw is told of this file at once: other tries would come to the same."""
    passes = (_Busy, _Stopping, LeaseLost, OSError, *LOST)
    with Contained(f"Checking version {version.pk}", passes=passes) as work:
        _check_as_foreseen(version, watch)
    if work.error is not None:
        failed = ErrorLog()
        failed.add(None, None, _(UNREADABLE) % {"kind": type(work.error).__name__})
        _refuse(version, failed, rows_read=0)


def _check_as_foreseen(version, watch):
    work = _open(version)
    if isinstance(work, ErrorLog):
        _refuse(version, work, rows_read=0)
        return
    try:
        with transaction.atomic():
            _import(version, work, watch)
    except _Refused:
        _read_on(work, watch)
        _refuse(version, work.reader.errors, rows_read=_rows_read(work.reader))
    except OperationalError as error:
        # Another import, which has written down the same new system, goes on.
        if isinstance(error.__cause__, (LockNotAvailable, DeadlockDetected)):
            raise _Busy from None
        raise


def _open(version):
    """The _Work on a version's file, or the ErrorLog of a file of which nothing can be mapped."""
    path, limits = path_of(version), file_limits()
    if not path.is_file():
        gone = ErrorLog()
        gone.add(None, None, _("The stored file no longer exists on the server. Upload it again as a new version."))
        return gone
    try:
        path = _converted(version)
    except UnicodeDecodeError:
        text = _("The file is not in %(encoding)s. Choose another encoding.")
        failed = ErrorLog()
        failed.add(None, None, text % {"encoding": encodings.title_of(version.encoding)})
        return failed
    look = preview(path, file_format=version.file_format, limits=limits, rows=PREVIEW_ROWS)
    reader = open_reader(path, file_format=version.file_format, limits=limits)
    if not look.columns:
        for _row in reader:
            pass
        return reader.errors
    try:
        mapping = (
            mappings.parse(version.mapping, look.columns)
            if version.mapping
            else proposals.mapping_with(look.columns, look.rows, judges=purpose_of(version.purpose).outputs > 0)
        )
    except InvalidInput as problem:
        reason = _("The mapping does not fit the file. %(problem)s") % {"problem": problem.message}
        reader.errors.add(None, None, reason)
        return reader.errors
    maker = CaseMaker(mapping, limits=limits, errors=reader.errors, blank_is_missing=reader.blank_is_missing)
    leaves_out = version.leaves_out_bad_rows
    labels = LabelRows(labels_path(version), mapping, errors=reader.errors) if mapping.labels else None
    figures = FileFigures()
    return _Work(reader, figures.watched(reader), maker, mapping, figures, leaves_out=leaves_out, labels=labels)


def _converted(version):
    """The Path of the file in UTF-8, written first where it is to be converted; UTF-16 says itself that it is."""
    path = path_of(version)
    if not version.encoding and encodings.is_utf_16(path):
        version.encoding = encodings.UTF_16
        version.save(update_fields=["encoding"])
    target = readable_path(version)
    if not target.is_file():
        encodings.convert(path, target, version.encoding)
    return target


def _import(version, work, watch):
    """Copy the cases and end the work; any exception leaves the transaction with nothing."""
    _prepare(version)
    search_index.index_later()
    count = 0
    try:
        for written in copy_cases(work.cases(), version=version):
            count = written
            watch.look(work.reader)
    except IntegrityError as error:
        if "case_external_id_unique" not in str(error):
            raise
        raise _Refused from None  # told with its rows once the file is read
    if work.reader.errors and not work.leaves_out:
        raise _Refused
    columns = work.reader.columns()
    kept = version.finish(
        validation_status="VALID",
        row_count=count,
        unindexed_from=search_index.index_import(version=version, count=count),
        columns=_described(columns, work),
        schema_hash=schema_hash(columns),
        mapping=work.mapping.as_json(),
        labels=work.labels.finish() if work.labels else work.reader.found_labels(),
        **_row_figures(work.reader.errors, rows_read=_rows_read(work.reader)),
    )
    if not kept:
        raise LeaseLost
    with connection.cursor() as cursor:
        # The planner would otherwise take the new rows for a handful until autovacuum comes by.
        cursor.execute("ANALYZE datasets_testcase, datasets_modeloutput")


def _prepare(version):
    """Time limits for long work, one writer at a time, and room for the new cases."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '240s'")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '60s'")
        # Foreign keys are checked chunk by chunk; deferred, a million checks would wait in memory for the commit.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [f"import:{version.pk}"])
        if not cursor.fetchone()[0]:
            raise _Busy
    if version.row_count:
        remove_cases(version=version)


def _read_on(work, watch):
    """Read the rest for its errors alone."""
    for done, row in enumerate(work.rows, start=1):
        work.note(row)
        if done % READ_ON_ROWS == 0:
            watch.look(work.reader)
    work.ids.report(work.reader.errors, column=work.mapping.external_id)
    if work.labels:
        work.labels.drop()


@transaction.atomic
def _refuse(version, log, *, rows_read):
    """End the work as INVALID with what is wrong; cases of an earlier check go."""
    _prepare(version)
    kept = version.finish(
        validation_status="INVALID",
        row_count=0,
        unindexed_from=None,
        columns=[],
        labels={},
        schema_hash="",
        **_row_figures(log, rows_read=rows_read),
    )
    if not kept:
        raise LeaseLost


def _row_figures(log, *, rows_read):
    """What a version keeps of the rows and of what was wrong with them."""
    return {
        "validation_errors": sorted(log.as_json(), key=lambda error: error["row"] or 0),
        "error_groups": log.groups_as_json(),
        "error_count": log.count,
        "is_cut": log.is_cut,
        "rows_read": rows_read,
    }


def _rows_read(reader):
    return reader.good_rows + reader.refused_rows


def _give_back(version, *, seconds):
    """Undo the claim; a stop is no crash, so it does not count as an attempt."""
    at = Now() + datetime.timedelta(seconds=seconds)
    version.finish(state="waiting", next_attempt_at=at, attempts=F("attempts") - 1)


def _described(columns, work):
    """[{name, type, role, figures}] in file order, then the fields that a column of metadata objects spread into."""
    mapping, fields, figures = work.mapping, work.maker.metadata_fields(columns), work.figures.as_json()
    roles = dict.fromkeys(mapping.input_columns(), "input") | dict.fromkeys(mapping.outputs.values(), "output")
    roles |= {mapping.expected_output: "expected_output", mapping.acceptable_answers: "acceptable_answers"}
    roles |= {mapping.external_id: "external_id", mapping.turns: "turns"}
    if mapping.labels:
        roles |= {mapping.labels.annotator: "annotator"} | dict.fromkeys(mapping.labels.questions, "label")
        roles |= {mapping.labels.kind: "annotator_kind"}
    described = []
    for column in columns:
        role = roles.get(column.name) or ("metadata" if column.name in fields else "")
        counted = {"figures": figures[column.name]} if column.name in figures else {}
        described.append({"name": column.name, "type": column.type, "role": role} | counted)
    own = {entry["name"] for entry in described if entry["role"] == "metadata"}
    return described + [
        {"name": name, "type": type_, "role": "metadata"} for name, type_ in fields.items() if name not in own
    ]
