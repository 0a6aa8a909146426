"""What one annotator has done in a task, newest first; nothing of anybody else is read."""

import datetime
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from annotations.labels.measures import SETS
from annotations.labels.types import registry as label_types
from annotations.queue.models import Annotation, Assignment, Judgement
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import item_content, item_search
from annotations.tasks.models import TaskItem
from evalhub.lib import foreign_values, paging
from evalhub.lib.errors import InvalidInput

STATES = ("submitted", "skipped", "returned", "late")
LONGEST_PAGE = 200


@dataclass(frozen=True)
class Row:
    """One item of the history. `note` is the reason of a skip, or what an item was returned with.

    `ended_at` is None for returned items; `answers` is {question key: value} of the answer that stands, `label` the
    same in words. `text` are the first words of the item, `differences` what others answered, where asked for.
    """

    assignment_id: int
    item_id: int
    position: int
    external_id: str | None
    state: str
    ended_at: datetime.datetime | None
    note: str
    flagged: bool
    answers: dict
    label: str
    text: str = ""
    differences: tuple = ()


@dataclass(frozen=True)
class Page:
    """Rows newest first, returned ones before all; `before` asks for the page after them, "" on the last one."""

    rows: tuple
    before: str


def page(*, task, annotator, state="", search="", items=None, before=None, limit=50):
    """A Page of the annotator's own work; three statements, seven more for a `search` for words of an item or of the
    own label, a number or an id. `items`: the ids of those that may be on it.

    Raises InvalidInput for an unknown state or a `before` that no page gave, and as `item_search.matches`.
    """
    if state and state not in STATES:
        raise InvalidInput(f"Unknown state {state!r}. Valid: {', '.join(STATES)}.", code="unknown_state")
    limit = max(1, min(limit, LONGEST_PAGE))
    own = _own(task, annotator, [state] if state else STATES)
    if items is not None:
        own = own.filter(item__in=items)
    if search.strip():
        own = own.filter(_matching(task, annotator, search.strip()))
    found = paging.read(
        lambda older, _backward: (own if older is None else own.filter(older)).order_by("-ended_at", "-pk"),
        after=_older_than(before) if before else None,
        size=limit,
    )
    last = found.last
    older = f"{last.ended_at.isoformat() if last.ended_at else ''}|{last.pk}" if last else ""
    return Page(rows=tuple(_rows(found.rows, annotator)), before=older)


def neighbour(*, task, annotator, item_id, step):
    """The Row done before (`step` -1) or after (1) the item; None at either end.

    An item that is not in the history counts as the newest: the one before it is the last one done.
    """
    if step not in (-1, 1):
        raise InvalidInput(f"step is {step}. Valid: -1 for the one before, 1 for the one after.", code="bad_step")
    done = _own(task, annotator, STATES).filter(ended_at__isnull=False)
    here = done.filter(item_id=item_id).first()
    if here is None:
        near = done.order_by("-ended_at", "-pk") if step == -1 else done.none()
    elif step == -1:
        near = done.filter(_before(here.ended_at, here.pk)).order_by("-ended_at", "-pk")
    else:
        after = Q(ended_at__gt=here.ended_at) | Q(ended_at=here.ended_at, pk__gt=here.pk)
        near = done.filter(after).order_by("ended_at", "pk")
    return next(iter(_rows(list(near[:1]), annotator)), None)


def last_worked_on_first(tasks, annotator):
    """The query of AnnotationTasks, those that this annotator answered last on top, then the newest of the others."""
    own = Annotation.objects.filter(task=OuterRef("pk"), annotator=annotator).order_by("-submitted_at")
    answered = Subquery(own.values("submitted_at")[:1])
    return tasks.annotate(answered_at=answered).order_by(F("answered_at").desc(nulls_last=True), "-created_at")


def done_by(annotator, tasks):
    """{task id: items this annotator has finished}, tasks without any left out; one statement."""
    own = Annotation.objects.current().filter(task__in=tasks, annotator=annotator).order_by()
    return dict(own.values_list("task").annotate(n=Count("pk")))


def texts_of(item_ids):
    """{item id: the first words of its case}; one statement."""
    items = TaskItem.objects.filter(pk__in=item_ids).select_related("test_case")
    return {item.pk: item_content.summary(item.test_case) for item in items}


def label_of(annotation, seed):
    """The answers of an Annotation in words, in the order of the form; `seed` is that of its annotator's order of
    outputs. Its judgements and their questions are loaded."""
    judgements = sorted(annotation.judgements.all(), key=lambda one: one.question.position)
    return " · ".join(displayed(one.question, one.value, seed) for one in judgements if not one.abstained)


def displayed(question, value, seed):
    """A value in words, as the annotator saw the outputs; a bare point of a scale with its end: "4 of 5"."""
    label_type = label_types[question.label_type]
    shown = label_type.display_beside(question.config, value, seed=seed)
    ends = label_type.scale_ends(question.config, value)
    if ends is None or shown != str(value):
        return shown
    if ends[0].startswith("-"):
        return f"{shown} {_('on %(low)s to %(high)s') % {'low': ends[0], 'high': ends[1]}}"
    return _("%(n)s of %(all)s") % {"n": shown, "all": ends[1]}


def seed_of(annotation):
    """Of the order in which its annotator saw outputs that are compared."""
    return annotation.assignment.display_seed if annotation.assignment else 0


def _own(task, annotator, states):
    own = Assignment.objects.filter(task=task, annotator=annotator, state__in=states)
    return own.select_related("item__test_case").defer("item__test_case__input", "item__test_case__metadata")


def _matching(task, annotator, text):
    """The condition on an Assignment that its item has these words, number or id, or the annotator's label has them."""
    found = item_search.matches(task, text, path="item__").condition
    if text.isascii() and text.isdigit() and len(text) < 10:
        found |= Q(item=int(text))
    labelled = Judgement.objects.filter(_has_words(task, text), annotation__annotator=annotator, abstained=False)
    labelled = labelled.filter(annotation__withdrawn_at=None, annotation__superseded_at=None)
    return found | Exists(labelled.filter(annotation__item=OuterRef("item")))


def _has_words(task, text):
    """The condition on a Judgement that its value is listed under words with this text; positions have other words for
    each annotator."""
    form, found = forms.load(task.schema_version_id), Q(pk=None)
    for spec in form.specs:
        label_type = label_types[spec.label_type]
        listed = {} if label_type.is_positional else label_type.listed_values(spec.config) or {}
        for value, words in listed.items():
            if text.casefold() in str(words).casefold():
                is_set = label_type.level(spec.config) == SETS
                meant = Q(value__contains=[value]) if is_set else Q(value=label_type.from_listed(spec.config, [value]))
                found |= Q(question=form.question_ids[spec.key]) & meant
    return found


def _before(ended_at, pk):
    return Q(ended_at__lt=ended_at) | Q(ended_at=ended_at, pk__lt=pk)


def _older_than(before):
    at, _, number = before.partition("|")
    try:
        pk, ended_at = int(number), datetime.datetime.fromisoformat(at) if at else None
    except ValueError:
        raise InvalidInput(f"before is {before[:80]!r}. Valid: what the page before gave.", code="bad_before") from None
    if ended_at is None:
        return Q(ended_at=None, pk__lt=pk) | Q(ended_at__isnull=False)
    ended_at = foreign_values.in_utc(ended_at) if ended_at.tzinfo else None
    if ended_at is None or not 0 < pk < 2**63:
        raise InvalidInput(f"before is {before[:80]!r}. Valid: what the page before gave.", code="bad_before")
    return _before(ended_at, pk)


def _rows(assignments, annotator):
    items = [row.item_id for row in assignments if row.state == "submitted"]
    annotations = Annotation.objects.current().filter(item__in=items, annotator=annotator)
    annotations = annotations.prefetch_related("judgements__question") if items else annotations.none()
    by_item = {annotation.item_id: annotation for annotation in annotations}
    for row in assignments:
        annotation = by_item.get(row.item_id)
        yield Row(
            assignment_id=row.pk,
            item_id=row.item_id,
            position=row.item.position,
            external_id=row.item.test_case.external_id,
            state=row.state,
            ended_at=row.ended_at,
            note=row.reason,
            flagged=annotation.flagged if annotation else False,
            answers={part.question.key: part.value for part in annotation.judgements.all()} if annotation else {},
            label=label_of(annotation, row.display_seed) if annotation else "",
        )
