"""What an export would hold, by source, before anybody asks for it."""

from dataclasses import dataclass

from django.db import connection

from annotations.agreement.actions import staleness
from annotations.exports.actions import query
from annotations.exports.actions.options import ANNOTATOR_KINDS, POLICY
from evalhub.lib.database import statements

sql = statements.of_feature(__file__)


@dataclass(frozen=True)
class SourceCount:
    """Values of ground truth, or annotations, from one source. name: of POLICY or ANNOTATOR_KINDS.

    simulated: how many of them a simulated provider had a part in. is_chosen: whether the export takes them.
    """

    name: str
    items: int
    values: int
    simulated: int
    is_chosen: bool


@dataclass(frozen=True)
class ExportCounts:
    """rows: of the file. items: that the export looks at; unresolved: of these, without a value of a chosen source.

    threshold: of consensus, None for annotations. is_stale: newer answers are not counted yet. is_narrowed: ground
    truth is computed anew from some annotators only, which these counts of everybody's do not show.
    """

    rows: int
    items: int
    unresolved: int
    sources: list
    threshold: float | None = None
    is_stale: bool = False
    is_narrowed: bool = False


def of_ground_truth(*, task, options):
    """ExportCounts of what is stored; one value per item and question, an adjudicated one before any other."""
    pairs = [(source, name) for name, sources in POLICY.items() for source in sources]
    found = _counted(
        "truth_by_source",
        options,
        {
            "task": task.pk,
            "form": task.schema_version_id,
            "sources": [source for source, _name in pairs],
            "names": [name for _source, name in pairs],
            "chosen": list(options.policy),
        },
    )
    items, with_value = query.item_count(task, options), found[None][0]
    threshold = options.threshold_of(task)
    return ExportCounts(
        rows=items if options.unresolved == "include" else with_value,
        items=items,
        unresolved=items - with_value,
        sources=_sources(found, POLICY, options.policy),
        threshold=threshold,
        is_stale=staleness.is_stale(task),
        is_narrowed=options.annotator_kinds != ANNOTATOR_KINDS or threshold != task.consensus_threshold,
    )


def of_annotations(*, task, options):
    """ExportCounts of the annotations that stand."""
    found = _counted(
        "annotations_by_kind",
        options,
        {
            "task": task.pk,
            "blind": options.blind_only,
            "chosen": list(options.annotator_kinds),
        },
    )
    items, with_answer = query.item_count(task, options), found[None][0]
    return ExportCounts(
        rows=found[None][1],
        items=items,
        unresolved=items - with_answer,
        sources=_sources(found, ANNOTATOR_KINDS, options.annotator_kinds),
    )


OF_KIND = {"ground_truth": of_ground_truth, "annotations": of_annotations}


def _counted(name, options, values):
    """{source: (items, values, simulated)}, None: of all that are chosen."""
    with connection.cursor() as cursor:
        cursor.execute(query.among(sql(name), options), values)
        return {source: tuple(counts) for source, *counts in cursor.fetchall()}


def _sources(found, names, chosen):
    return [SourceCount(name, *found.get(name, (0, 0, 0)), is_chosen=name in chosen) for name in names]
