"""What a task's labels come to: decide per item, and keep the decisions as versioned ground truth."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from django.db import transaction

from annotations.agreement.actions import label_queries as reading
from annotations.agreement.actions.label_consumers import registry
from annotations.agreement.actions.staleness import one_at_a_time
from annotations.consensus.actions import ground_truth_rows
from annotations.consensus.actions.adjudication_queue import DECIDED_BY_PEOPLE
from annotations.consensus.actions.ground_truth_rows import Decision
from annotations.consensus.decision import decide
from annotations.consensus.models import GroundTruth
from annotations.labels.measures import measured
from annotations.labels.types import registry as label_types
from annotations.tasks.models import Annotator, Question, TaskItem
from evalhub.events.actions import outbox

SOURCES = {
    "HUMAN_CONSENSUS": "consensus",
    "MIXED": "mixed",
    "SINGLE_HUMAN": "single_human",
    "MIXED_SINGLE_HUMAN": "mixed_single_human",
    "LLM_PANEL": "llm_panel",
}
KEPT = ("value", "number", "share", "source", "people", "machines", "confidence")
BATCH = 2_000
SPAN = 20_000  # items that are decided at once: memory and transactions stay small, however large the task


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
    for span in TaskItem.objects.filter(task=task).spans(SPAN):
        decided = {}
        for question in questions:
            found = _read_decisions(task, question, panel, threshold, span)
            for item_id, index in zip(found.item_ids.tolist(), found.index.tolist(), strict=True):
                decided.setdefault(item_id, {})[question.key] = found.distinct[index]
        if with_fixed:
            fixed = GroundTruth.objects.filter(
                item__task=task,
                item__position__gte=span.start,
                item__position__lt=span.stop,
                is_current=True,
                source__in=DECIDED_BY_PEOPLE,
                question__schema_version_id=task.schema_version_id,
            )
            for row in fixed.select_related("question").iterator(BATCH):
                same = {name: getattr(row, name) for name in KEPT}
                decided.setdefault(row.item_id, {})[row.question.key] = Decision(**same, n_votes=0, details={})
        yield DecidedSpan(positions=span, decided=decided)


def refresh(*, task, panel):
    """Bring the consensus rows of ground truth up to date: a new version where the value, source or share changed.

    A transaction per span of items; what was done stays when a later one fails, and a repeat changes nothing.
    """
    for question in Question.objects.filter(schema_version_id=task.schema_version_id):
        declared = measured(question)
        if declared is None:
            refresh_part(task=task, question=question, part=None)
            continue
        for part in reading.read_parts(question=question, task=task, panel=panel, declared=declared):
            refresh_part(task=task, question=question, part=part)


@registry.register("ground_truth")
def refresh_part(*, task, question, part):
    """As `refresh`, for one question on the items of a Part; None where answers have no measure."""
    if part is None:
        spans = [reading.Part(ids=reading.EVERY_ID, labels=None)]
    else:
        spans = part.spans(SPAN, is_open=measured(question).domain is None)
    is_first = not GroundTruth.objects.filter(question=question).exists()
    for span in spans:
        found = ground_truth_rows.NOTHING
        if span.labels is not None:
            found = _decisions(task, question, span.labels, task.consensus_threshold)
        if len(found) or not is_first:
            with transaction.atomic():
                one_at_a_time(task, "truth")
                changed = ground_truth_rows.replace(question=question, ids=span.ids, found=found, is_first=is_first)
                if changed and task.is_listed:
                    told = {"task_id": task.pk, "question": question.key, "items": changed}
                    outbox.emit(
                        organization=task.organization_id, type="ground_truth.updated", object=task, payload=told
                    )


def _read_decisions(task, question, panel, threshold, span):
    declared = measured(question)
    if declared is None:
        return ground_truth_rows.NOTHING
    labels = reading.read(question=question, task=task, panel=panel, declared=declared, span=span)
    return _decisions(task, question, labels, threshold)


def _decisions(task, question, labels, threshold):
    label_type = label_types[question.label_type]
    if label_type.consensus is None or not labels.item_keys:
        return ground_truth_rows.NOTHING
    min_votes = min(2, task.required_annotations_per_item)
    results = decide(
        labels, method=label_type.consensus, level=measured(question).level, threshold=threshold, min_votes=min_votes
    )
    shows = partial(_decision, label_type, question.config)
    known = Annotator.objects.machines().filter(organization=task.organization_id, simulated=True)
    keys = {str(pk) for pk in known.values_list("pk", flat=True)} if {*labels.kinds} - {"human"} else set()
    is_simulated = np.array([key in keys for key in labels.annotator_keys], dtype=bool)
    n_simulated = np.bincount(labels.item[is_simulated[labels.annotator]], minlength=len(labels.item_keys))
    simulated = (n_simulated > 0)[results.item]
    distinct, index = _merged(results, simulated, shows)
    is_decided = index >= 0
    item_ids = np.asarray(labels.item_keys, dtype=np.int64)[results.item[is_decided]]
    return ground_truth_rows.Decisions(item_ids=item_ids, index=index[is_decided], distinct=distinct)


def _merged(results, simulated, shows):
    """(the different Decisions, int[k] position among them of each result): -1 for results without a value.

    Results that differ only in what was not counted come to one Decision: rows are compared with what is stored by it.
    """
    decisions, indexes = [], {}
    table = np.full((len(results.distinct), 2), -1)
    for number, result in enumerate(results.distinct):
        for is_simulated in (False, True) if result.reason is None else ():
            decision = shows(result, is_simulated)
            table[number, int(is_simulated)] = indexes.setdefault(decision.content(), len(decisions))
            if len(indexes) > len(decisions):
                decisions.append(decision)
    return tuple(decisions), table[results.index, simulated.astype(np.int64)]


def _decision(label_type, config, result, is_simulated):
    value = label_type.from_consensus(config, result.value)
    people_value = None if result.human_value is None else label_type.from_consensus(config, result.human_value)
    machines = 0 if result.is_by_people else result.n_machine
    return Decision(
        value=value,
        number=label_type.number(config, value),
        share=min(1.0, result.share),
        source=SOURCES[result.source],
        people=result.n_human,
        machines=machines,
        n_votes=result.n_votes,
        simulated=is_simulated and machines > 0,
        details={
            "votes": result.n_votes,
            "people_value": people_value,
            "contested": result.contested,
            "method": label_type.consensus,
        },
    )
