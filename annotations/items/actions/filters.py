"""Filters of a task's items: those of its page, of the API and of what bulk operations are done to."""

from dataclasses import replace
from functools import partial, reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.agreement.models import Disagreement
from annotations.consensus.models import GroundTruth
from annotations.labels.types import registry as label_types
from annotations.progress.actions import completion
from annotations.queue.actions import slots
from annotations.queue.models import Annotation, Assignment, Comment, Judgement
from annotations.queue.models.assignment import HOLDING, SLOT_STATES
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import item_search
from annotations.tasks.models import AnnotationEvent, TaskItem
from datasets.actions.search import MOST_KNOWN, is_one_of
from evalhub.api import filters
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput

# Each item is in one of them.
STATES = {
    "open": gettext_lazy("Open"),
    "in_work": gettext_lazy("In progress"),
    "agreeing": gettext_lazy("Complete, answers agree"),
    "disagreeing": gettext_lazy("Complete, answers differ"),
    "adjudicated": gettext_lazy("Adjudicated"),
    "withdrawn": gettext_lazy("Withdrawn"),
}
# What the figures of a task count: an item may be in one of the states above and in these as well.
COUNTED = {"complete": gettext_lazy("Complete (all)"), "with_consensus": gettext_lazy("Fully decided (all)")}
SEARCH = "search"


def of_task(task):
    """The Filters of the items of a task; without one (None) they say what there is, and cannot be used."""
    return (
        filters.choice(
            "state",
            partial(_in_states, task),
            STATES | COUNTED,
            "items in one of these states",
            title=gettext_lazy("State"),
            labels=STATES | COUNTED,
        ),
        filters.identifier(
            "annotator",
            partial(_worked_on, task),
            "items that this annotator answered or holds",
            title=gettext_lazy("Annotator"),
        ),
        replace(
            filters.text(
                "label",
                partial(_judged, task),
                "`<question>=<value>`: items of which a current answer is this; `<question>`: any value",
                title=gettext_lazy("Answer"),
            ),
            read=partial(_label, task),
        ),
        replace(
            filters.text(
                "ground_truth",
                lambda items, condition: items.filter(condition),
                f"`<question>=<step>`, where the ground truth of the question is one of {', '.join(completion.STEPS)};"
                f" `<step>`, where that of the item is one of {', '.join(completion.ITEM_STEPS)}",
                title=gettext_lazy("Ground truth"),
            ),
            read=partial(_truth, task),
        ),
        filters.share(
            "disagreement",
            lambda items, score: items.filter(differing(score__gt=score)),
            "items on which the disagreement of one question is larger",
            title=gettext_lazy("Disagreement over"),
        ),
        filters.flag("flagged", partial(_flagged, task), "items with a flag", title=gettext_lazy("Flagged")),
        filters.flag(
            "commented", partial(_commented, task), "items with comments", title=gettext_lazy("With comments")
        ),
    )


def matching(*, task, given):
    """The items of a task that filters and a `search` match, {name: text}, without an order."""
    found = filters.narrowed(TaskItem.objects.filter(task=task).order_by(), of_task(task), given)
    text = given.get(SEARCH, "")
    return found.filter(item_search.matches(task, text).condition) if text.strip() else found


def in_state(task):
    """{state: Q} of an item of the task: in exactly one, as `item_states` counts them."""
    stays, settled = Q(closed_reason=""), _has(GroundTruth, is_current=True, source="adjudicated")
    held, differs = _has(Assignment, state__in=SLOT_STATES), differing(score__gt=0)
    here, is_complete = stays & ~settled, slots.is_complete()
    untouched = Q(open_slots__gte=task.required_annotations_per_item)
    return {
        "open": here & untouched & ~held,
        "in_work": here & (held | Q(open_slots__gt=0) & ~untouched),
        "agreeing": here & is_complete & ~differs,
        "disagreeing": here & is_complete & differs,
        "adjudicated": stays & settled,
        "withdrawn": ~stays,
    }


def differing(**conditions):
    """Whether answers to a question of the item differ."""
    return _has(Disagreement, **conditions)


def _in_states(task, items, states):
    known = in_state(task) | {"complete": slots.is_complete(), "with_consensus": completion.at(task, "full")}
    held = Assignment.objects.filter(Q(state__in=HOLDING) | Q(state="returned"), task=task).order_by().values("item")
    begun = TaskItem.objects.filter(
        task=task, closed_reason="", open_slots__gt=0, open_slots__lt=task.required_annotations_per_item
    )
    known["in_work"] &= Q(pk__in=held.union(begun.order_by().values("pk")))
    return items.filter(reduce(or_, (known[state] for state in states)))


def _worked_on(task, items, annotator):
    """Items that an annotator answered or holds: from what there is of few, beside each item of a task where there is
    much. An OR of two subqueries takes a minute over a million answers."""
    answered = Annotation.objects.current().filter(task=task, annotator=annotator).order_by()
    held = Assignment.objects.filter(task=task, annotator=annotator, state__in=SLOT_STATES).order_by()
    ids = list(answered.values_list("item", flat=True)[: MOST_KNOWN + 1])
    if len(ids) <= MOST_KNOWN:
        return items.filter(is_one_of("pk", {*ids, *held.values_list("item", flat=True)}))
    of_item = {"item": OuterRef("pk")}
    either = answered.filter(**of_item).values("pk").union(held.filter(**of_item).values("pk"), all=True)
    return items.filter(Exists(either))


def _judged(task, items, conditions):
    current = Annotation.objects.current().filter(task=task)
    judged = Judgement.objects.filter(*conditions, annotation__in=current)
    return items.filter(pk__in=judged.values("annotation__item"))


def _flagged(task, items, is_flagged):
    """Whether somebody handed an item in, or left it, with a flag."""
    answers = Annotation.objects.current().filter(task=task, flagged=True).order_by().values("item")
    events = AnnotationEvent.objects.filter(task=task, verb="flagged", item__isnull=False).values("item")
    found = Q(pk__in=answers.union(events))  # one of two subqueries makes Postgres look at every item
    return items.filter(found if is_flagged else ~found)


def _commented(task, items, is_commented):
    found = Q(pk__in=Comment.objects.filter(task=task).order_by().values("item"))
    return items.filter(found if is_commented else ~found)


def _has(model, **conditions):
    return Q(Exists(model.objects.filter(item=OuterRef("pk"), **conditions)))


def _label(task, text):
    """The conditions on a Judgement that "<question>=<value>" stands for."""
    form = forms.load(task.schema_version_id)
    key, equals, value = text.partition("=")
    spec = next((spec for spec in form.specs if spec.key == key), None)
    if spec is None:
        raise _refused(
            _("The form has no question %(key)s. Valid: %(valid)s.")
            % {"key": key[:60], "valid": ", ".join(form.question_ids) or "-"}
        )
    asked = Q(question=form.question_ids[key])
    return [asked, _value(spec, value)] if equals else [asked]


def _truth(task, text):
    """The condition on an item that "<question>=<step>" or "<step>" stands for."""
    key, equals, step = text.rpartition("=")
    questions = {question.key: question for question in completion.questions_of(task)} if equals else {}
    valid = completion.STEPS if equals else completion.ITEM_STEPS
    if equals and key not in questions or step not in valid:
        words = {"text": text[:60], "questions": ", ".join(questions) or "-", "valid": ", ".join(valid)}
        raise _refused(
            _("%(text)s is not a step of ground truth. Questions: %(questions)s. Valid steps: %(valid)s.") % words
        )
    return completion.at(task, step, questions.get(key))


def _value(spec, text):
    label_type = label_types[spec.label_type]
    is_set = label_type.level(spec.config) == "sets"
    found = None
    for candidate in [text, *_as_number(text)]:
        try:
            if is_set:
                return Q(value__contains=[label_type.clean_part(spec.config, candidate)])
            cleaned = label_type.clean(spec.config, candidate)
        except InvalidInput:
            continue
        number = label_type.number(spec.config, cleaned)
        found = Q(value=cleaned) if number is None else Q(number=number)
    if found is None:
        raise _refused(
            _("%(value)s is not a searchable answer to the question %(key)s.")
            % {"value": text[:60] or '""', "key": spec.key}
        )
    return found


def _as_number(text):
    try:
        value = strict_json.loads(text)
    except InvalidInput:
        return []
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def _refused(words):
    return InvalidInput(words, code="bad_filter")


NAMES = [each.name for each in of_task(None)]
FLAGS = [each.name for each in of_task(None) if each.schema["type"] == "boolean"]
