"""Read the cases of a version: filtered by metadata, page by page, sampled."""

import secrets
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Count, Q, prefetch_related_objects
from django.db.models.fields.json import KeyTextTransform
from django.utils.translation import gettext as _

from datasets import filters, sampling
from datasets.actions import case_blocks
from datasets.actions.case_filters import clause
from datasets.models import ModelOutput, TestCase
from datasets.row_errors import shown
from evalhub.lib.errors import Conflict, InvalidInput

ROLE_METADATA = "metadata"
STRATEGIES = ["random", "stratified"]
MAX_SAMPLE = 1_000
LABELS_AT_ONCE = 10_000
COUNTED_VALUES, COUNTED_LISTED = 5_000, 100  # cases that are read for the values of a field; values that are told


@dataclass(frozen=True)
class CasePage:
    """Cases in file order, outputs loaded; `has_more` says whether the direction of reading goes on."""

    cases: list
    has_more: bool


@dataclass(frozen=True)
class Sample:
    """Drawn cases in file order, outputs loaded; the same seed draws them again."""

    cases: list
    seed: int


def metadata_fields(version):
    """{name: column type} that filters, strata and priorities of this version may use, in file order."""
    return {column["name"]: column["type"] for column in version.columns if column.get("role") == ROLE_METADATA}


def values_of(version, field):
    """{value as a text: how many} of a metadata field in the first COUNTED_VALUES cases, commonest first."""
    rows = TestCase.objects.filter(version=version, row_index__lt=COUNTED_VALUES, metadata__has_key=field)
    texts = rows.order_by().annotate(label=KeyTextTransform(field, "metadata")).values_list("label")
    found = texts.annotate(n=Count("pk")).order_by("-n", "label")[: COUNTED_LISTED + 1]
    return {label: n for label, n in found if label is not None}


def filtered(cases, wanted, version):
    """`cases` that meet a filter as clients send it; InvalidInput for fields the version does not have."""
    for condition in _conditions(wanted, version):
        cases = cases.filter(clause(condition))
    return cases


def keyset_page(version, *, after=-1, limit, wanted=None, among=None):
    """The cases after row `after`, at the same price however deep; filtered ones read only rows that can match.

    `among`: cases of the version that a search has found, in place of all.
    """
    part = _of(version, among).filter(row_index__gt=after).order_by("row_index")
    conditions = _conditions(wanted, version)
    return _cut(_first(_where(part, conditions), limit + 1, version, conditions), limit)


def first(ordered, most, *, version, wanted=None):
    """The first `most` of cases in file order or the other way round that meet a filter, which narrowed them already:
    they are looked for only where the version can have any.
    """
    return _first(ordered, most, version, _conditions(wanted, version))


def offset_page(version, *, limit, offset, wanted=None, among=None):
    """A page by offset. Rows are numbered without gaps, so without a filter a deep page costs what the first one does;
    with one, everything before the page is counted off: prefer `keyset_page`.
    """
    if not wanted and among is None:
        return keyset_page(version, after=offset - 1, limit=limit)
    rows = _candidates(version, _conditions(wanted, version), among).order_by("row_index")
    return _cut(list(rows[offset : offset + limit + 1]), limit)


def count(version, wanted=None, *, found=None, most=None):
    """How many cases meet the filter: the stored count without one, summed block counts for comparisons of one field.

    Where they have to be counted one by one, None for more than `most`, which are not counted to their end, and among
    the Matches of a search, `found`, that are common.
    """
    if not wanted and found is None:
        return version.row_count
    conditions = _conditions(wanted, version)
    if found is not None and found.is_common:
        return None
    known = case_blocks.exact_count(version, conditions) if found is None else None
    if known is not None:
        return known
    rows = _candidates(version, conditions, found and version.cases.filter(found.at("pk"))).order_by()
    number = rows.count() if most is None else rows[: most + 1].count()
    return None if most is not None and number > most else number


def sample(version, *, size, strategy="random", stratify_by=None, seed=None):
    """Draw `size` cases, all when there are fewer. Conflict for a version without cases, InvalidInput for a field that
    is no metadata. Stratified draws read one field of every row, 4 bytes each in memory.
    """
    if version.validation_status != "VALID":
        text = _("Version %(number)s is %(status)s; only a VALID version has cases.")
        words = {"number": version.version_number, "status": version.validation_status}
        raise Conflict(text % words, code="not_valid")
    seed = secrets.randbelow(2**31) if seed is None else seed
    if strategy == "random":
        if stratify_by is not None:
            text = _('stratify_by is given with strategy "random". Send "stratified".')
            raise InvalidInput(text, code="bad_strategy")
        places = sampling.draw(version.row_count, size=size, seed=seed)
    else:
        places = sampling.draw_stratified(_labels(version, stratify_by), size=size, seed=seed)
    rows = TestCase.objects.filter(version=version, row_index__in=places.tolist())
    return Sample(list(rows.order_by("row_index").prefetch_related(ModelOutput.of_cases())), seed)


def _conditions(wanted, version):
    return filters.parse(wanted or {}, fields=metadata_fields(version))


def _first(rows, most, version, conditions):
    ranges = case_blocks.matching_ranges(version, conditions)
    if ranges is None:
        return list(rows[:most])
    backwards = rows.query.order_by[0].startswith("-")
    found = []
    for span in reversed(ranges) if backwards else ranges:
        found += rows.filter(row_index__range=(span.first, span.last))[: most - len(found)]
        if len(found) == most:
            break
    return found


def _candidates(version, conditions, among=None):
    """All rows that meet the conditions, looked for only where they can be."""
    rows = _where(_of(version, among), conditions)
    ranges = case_blocks.matching_ranges(version, conditions)
    if ranges is None:
        return rows
    spans = [Q(row_index__range=(span.first, span.last)) for span in ranges]
    return rows.filter(reduce(or_, spans)) if spans else rows.none()


def _of(version, among):
    return TestCase.objects.filter(version=version) if among is None else among


def _where(rows, conditions):
    for condition in conditions:
        rows = rows.filter(clause(condition))
    return rows


def _cut(found, limit):
    cases = found[:limit]
    prefetch_related_objects(cases, ModelOutput.of_cases())
    return CasePage(cases, len(found) > limit)


def _labels(version, field):
    """The text of one metadata field for every row in order, streamed."""
    fields = metadata_fields(version)
    if field not in fields:
        valid = ", ".join(fields) or _("the version has none")
        words = {"given": _("missing") if field is None else shown(field), "valid": valid}
        text = _("stratify_by is %(given)s. Valid: a metadata field (%(valid)s).")
        raise InvalidInput(text % words, code="bad_strategy")
    rows = TestCase.objects.filter(version=version).order_by("row_index")
    labels = rows.annotate(label=KeyTextTransform(field, "metadata")).values_list("label", flat=True)
    with transaction.atomic():
        yield from labels.iterator(chunk_size=LABELS_AT_ONCE)
