"""A study's evidence as items to score: one frozen dataset version of bundles, made once."""

from django.db import transaction
from django.db.models.functions import Length
from django.utils import timezone

from datasets.columns import Column, schema_hash
from datasets.models import Dataset, DatasetVersion, TestCase
from evalhub.accounts.actions import audit
from experiments.models import Evidence, EvidenceView, Study
from experiments.studies import grouping
from experiments.studies.grouping import Piece
from experiments.studies.settings import RAW
from reviews.models import LLMRequest

BUNDLES_AT_ONCE = 100
COLUMNS = (
    ("bundle_signature", "string"),
    ("evidence_ids", "array"),
    ("evidence_labels", "array"),
    ("evidence_titles", "array"),
    ("evidence_urls", "array"),
    ("evidence_positions", "array"),
)


@transaction.atomic
def make(*, study):
    """The DatasetVersion of the study's bundles, published; the same one when it is there already.

    None when no evidence can be scored. What has no view, or is too much for one bundle, is named in
    `study.left_out`. The study's lock lets one caller make it.
    """
    locked = Study.objects.select_for_update(of=("self",)).select_related("window").get(pk=study.pk)
    if locked.dataset_version_id is None:
        pieces, left_out = _pieces(locked)
        kept = []
        for bundle in _dealt(locked.design, pieces):
            if grouping.is_too_large(bundle):
                left_out += [_left_out(piece.id, piece.label, _too_large(bundle)) for piece in bundle]
            else:
                kept.append(bundle)
        locked.left_out = left_out
        if kept:
            locked.dataset_version = _version(locked, kept)
        locked.save(update_fields=["left_out", "dataset_version"])
    study.dataset_version, study.left_out = locked.dataset_version, locked.left_out
    return locked.dataset_version


def are_due(*, study):
    """Whether every evidence of the study has the chosen view or none to come; two statements at most."""
    view = study.design.evidence_view
    if view == RAW:
        return True
    lacking = set(
        Evidence.objects.filter(window=study.window_id, position__lte=study.evidence_to)
        .exclude(views__view=view)
        .values_list("pk", flat=True)
    )
    if not lacking:
        return True
    ended = LLMRequest.objects.current().filter(
        stage__run=study.run_id,
        stage__name__in=[f"evidence_{each}" for each in study.design.views],
        state__in=("failed", "cancelled"),
    )
    return lacking <= set(ended.values_list("target", flat=True))


def raw_too_large(*, window, design):
    """The names of bundles of raw text that no scorer can read at once; one statement."""
    rows = Evidence.objects.filter(window=window).annotate(characters=Length("raw_content"))
    return [grouping.name_of(bundle) for bundle in _dealt(design, _as_pieces(rows)) if grouping.is_too_large(bundle)]


def _pieces(study):
    """([Piece] of the evidence in the chosen view, [what has no such view])."""
    view = study.design.evidence_view
    rows = Evidence.objects.filter(window=study.window_id, position__lte=study.evidence_to)
    if view == RAW:
        return _as_pieces(rows.annotate(characters=Length("raw_content"))), []
    pieces = _as_pieces(rows.filter(views__view=view).annotate(characters=Length("views__text")))
    lacking = rows.exclude(views__view=view).defer("raw_content")
    return pieces, [_left_out(row.pk, row.label, f"There is no {view} view of it.") for row in lacking]


def _as_pieces(rows):
    names = ("pk", "position", "title", "url", "characters")
    return [Piece(*values) for values in rows.order_by("position").values_list(*names)]


def _dealt(design, pieces):
    return grouping.deal(pieces, size=design.evidence_bundle_size, strategy=design.bundle_strategy, seed=design.seed)


def _left_out(pk, label, reason):
    return {"evidence_id": pk, "label": label, "reason": reason}


def _too_large(bundle):
    return (
        f"The bundle {grouping.name_of(bundle)} has about {grouping.estimated_tokens(bundle):,} tokens. "
        f"Valid: at most {grouping.MOST_TOKENS:,}."
    )


def _version(study, bundles):
    """A published version of a dataset of its own, a case for each bundle."""
    name = f"{study.name}: {study.design.evidence_view} evidence"
    dataset = Dataset.objects.create(
        organization=study.organization,
        name=_free_name(study.organization, name),
        type="ANNOTATION_QUEUE",
        description=f"Bundles of evidence from the window {study.window.name}, made for the study {study.name}.",
        tags=["rubric study"],
        is_listed=False,
        created_by=study.created_by,
    )
    inputs = [Column(f"evidence_{place}", "string") for place in range(1, max(map(len, bundles)) + 1)]
    columns = [Column(name, type_) for name, type_ in COLUMNS]
    described = [("input", column) for column in inputs] + [("metadata", column) for column in columns]
    version = DatasetVersion.objects.create(
        organization=study.organization,
        dataset=dataset,
        version_number=1,
        file_format="JSONL",
        state="done",
        created_by=study.created_by,
        columns=[{**column.as_json(), "role": role} for role, column in described],
        schema_hash=schema_hash([*inputs, *columns]),
    )
    _add_cases(version, study.design.evidence_view, bundles)
    version.validation_status, version.row_count = "VALID", len(bundles)
    version.status, version.published_at = "PUBLISHED", timezone.now()
    version.save(update_fields=["validation_status", "row_count", "status", "published_at"])
    audit.record(
        organization=study.organization,
        verb="study.bundled",
        target=study,
        details={"bundles": len(bundles)},
        by=study.created_by,
    )
    return version


def _add_cases(version, view, bundles):
    """A case for each bundle; the texts of some bundles at a time."""
    for start in range(0, len(bundles), BUNDLES_AT_ONCE):
        part = bundles[start : start + BUNDLES_AT_ONCE]
        # {evidence: text} of some bundles.
        wanted = [piece.id for bundle in part for piece in bundle]
        if view == RAW:
            texts = dict(Evidence.objects.filter(pk__in=wanted).values_list("pk", "raw_content"))
        else:
            texts = dict(EvidenceView.objects.filter(evidence__in=wanted, view=view).values_list("evidence_id", "text"))
        TestCase.objects.bulk_create(
            TestCase(
                version=version,
                row_index=row,
                external_id=grouping.name_of(bundle),
                input=grouping.material(bundle, texts),
                metadata=grouping.description(bundle),
            )
            for row, bundle in enumerate(part, start)
        )


def _free_name(organization, name):
    """The name, or the same with a number when a dataset has it already."""
    taken = set(
        Dataset.objects.filter(organization=organization, name__startswith=name[:240]).values_list("name", flat=True)
    )
    free = name[:240]
    number = 2
    while free in taken:
        free, number = f"{name[:240]} ({number})", number + 1
    return free
