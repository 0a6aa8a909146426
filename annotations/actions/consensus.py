"""What a task's labels come to: decide per item, and keep the decisions as versioned ground truth."""

from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Max

from annotations.actions import labels as reading
from annotations.actions.adjudication_queue import DECIDED_BY_PEOPLE
from annotations.actions.measures import measured
from annotations.actions.staleness import one_at_a_time
from annotations.consensus.decide import decide
from annotations.labels import registry as label_types
from annotations.models import GroundTruth, Question, TaskItem

SOURCES = {
    "HUMAN_CONSENSUS": "consensus", "MIXED": "consensus", "SINGLE_HUMAN": "single_human",
    "MIXED_SINGLE_HUMAN": "mixed_single_human", "LLM_PANEL": "llm_panel",
}
BATCH = 2_000
SPAN = 20_000  # items that are decided at once: memory and transactions stay small, however large the task


@dataclass(frozen=True)
class Decision:
    """The value of one question of one item, as the question's type writes it."""

    value: object
    number: float | None
    confidence: float | None
    source: str
    n_votes: int
    details: dict


def decide_all(*, task, threshold):
    """{item id: {question key: Decision}} of every item where a question's votes reach the threshold.

    Adjudicated, expert and imported ground truth goes before consensus. Reads only.
    """
    decided = {}
    for span in decide_spans(task=task, threshold=threshold):
        decided |= span.decided
    return decided


@dataclass(frozen=True)
class DecidedSpan:
    """What `decide_all` says of the items at these positions."""

    positions: range
    decided: dict


def decide_spans(*, task, threshold, kinds=None, with_fixed=True):
    """The DecidedSpans of a task in the order of its items, one in memory at a time. Reads only.

    Only annotators of these `kinds` vote; `with_fixed` False leaves out what people have decided.
    """
    panel = reading.panel_of(task)
    if kinds is not None:
        panel = replace(panel, keys=tuple(key for key in panel.keys if panel.kinds[key] in kinds))
    questions = list(Question.objects.filter(schema_version_id=task.schema_version_id))
    for span in _spans(task):
        decided = {}
        for question in questions:
            for item_id, decision in _decisions(task, question, panel, threshold, span).items():
                decided.setdefault(item_id, {})[question.key] = decision
        if with_fixed:
            _add_fixed(task, span, decided)
        yield DecidedSpan(positions=span, decided=decided)


def _add_fixed(task, span, decided):
    fixed = GroundTruth.objects.filter(
        item__task=task, item__position__gte=span.start, item__position__lt=span.stop, is_current=True,
        source__in=DECIDED_BY_PEOPLE, question__schema_version_id=task.schema_version_id,
    )
    for row in fixed.select_related("question").iterator(BATCH):
        decided.setdefault(row.item_id, {})[row.question.key] = Decision(
            value=row.value, number=row.number, confidence=row.confidence, source=row.source, n_votes=0, details={}
        )


def refresh(*, task, panel):
    """Bring the consensus rows of ground truth up to date: a new version where the value, source or share changed.

    A transaction per span of items; what was done stays when a later one fails, and a repeat changes nothing.
    """
    for question in Question.objects.filter(schema_version_id=task.schema_version_id):
        for span in _spans(task):
            with transaction.atomic():
                one_at_a_time(task)
                _refresh_span(task, question, span, _decisions(task, question, panel, task.consensus_threshold, span))


def _spans(task):
    """Ranges of item positions that together cover the task."""
    last = TaskItem.objects.filter(task=task).aggregate(last=Max("position"))["last"]
    return [range(low, low + SPAN) for low in range(0, 0 if last is None else last + 1, SPAN)]


def _decisions(task, question, panel, threshold, span):
    label_type = label_types[question.label_type]
    declared = measured(question)
    if declared is None or label_type.consensus is None:
        return {}
    found = reading.read(question=question, task=task, panel=panel, declared=declared, span=span)
    if not found.item_keys:
        return {}
    min_votes = min(2, task.required_annotations_per_item)
    results = decide(found, method=label_type.consensus, level=declared.level, threshold=threshold,
                     min_votes=min_votes)
    return {
        result.item: _decision(label_type, question.config, result) for result in results if result.reason is None
    }


def _decision(label_type, config, result):
    value = label_type.from_consensus(config, result.value)
    people_value = None if result.human_value is None else label_type.from_consensus(config, result.human_value)
    return Decision(
        value=value, number=label_type.number(config, value), confidence=min(1.0, result.share),
        source=SOURCES[result.source], n_votes=result.n_votes,
        details={"votes": result.n_votes, "people": result.n_human, "machines": result.n_machine,
                 "people_value": people_value, "contested": result.contested, "method": label_type.consensus},
    )


def _refresh_span(task, question, span, decisions):
    current = GroundTruth.objects.filter(
        item__task=task, item__position__gte=span.start, item__position__lt=span.stop, question=question,
        is_current=True,
    )
    stored = {row.item_id: row for row in current.iterator(BATCH)}
    fixed = {item_id for item_id, row in stored.items() if row.source in DECIDED_BY_PEOPLE}
    changed = [
        (item_id, decision) for item_id, decision in decisions.items()
        if item_id not in fixed and not _same(stored.get(item_id), decision)
    ]
    gone = [item_id for item_id in stored if item_id not in decisions and item_id not in fixed]
    retired = [stored[item_id].pk for item_id in [*gone, *(item for item, _ in changed if item in stored)]]
    for start in range(0, len(retired), BATCH):
        GroundTruth.objects.filter(pk__in=retired[start : start + BATCH]).update(is_current=False)
    last = _last_versions(question, span, [item_id for item_id, _ in changed if item_id not in stored])
    rows = [_row(item_id, question, decision, stored.get(item_id), last) for item_id, decision in changed]
    # An adjudicator who publishes at this moment goes first: where their row is, this one is not written.
    GroundTruth.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


def _same(row, decision):
    return row is not None and (row.value, row.source, row.confidence, row.details) == (
        decision.value, decision.source, decision.confidence, decision.details
    )


def _last_versions(question, span, item_ids):
    """{item id: newest version} of items whose consensus had gone and comes back."""
    rows = GroundTruth.objects.filter(
        question=question, is_current=False, item__position__gte=span.start, item__position__lt=span.stop
    )
    wanted = set(item_ids)
    found = {}
    for item_id, version in rows.order_by("version").values_list("item_id", "version").iterator(BATCH):
        if item_id in wanted:
            found[item_id] = version
    return found


def _row(item_id, question, decision, previous, last):
    version = previous.version + 1 if previous else last.get(item_id, 0) + 1
    return GroundTruth(
        item_id=item_id, question=question, version=version, value=decision.value, number=decision.number,
        source=decision.source, confidence=decision.confidence, details=decision.details, supersedes=previous,
    )
