"""Which items of a task a manager means: a filter as it stands in an address, and the rows that it matches."""

import math
import uuid
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from annotations.agreement.models import Disagreement
from annotations.consensus.models import GroundTruth
from annotations.labels.types import registry as label_types
from annotations.progress.actions import completion
from annotations.queue.models import Annotation, Assignment, Comment, Judgement
from annotations.queue.models.assignment import HOLDING, SLOT_STATES
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import item_search
from annotations.tasks.models import AnnotationEvent, TaskItem
from datasets.actions.search import MOST_KNOWN, is_one_of
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput

# In the order in which they are looked at: an item is in the first state that fits.
STATES = ("withdrawn", "adjudicated", "disagreeing", "agreeing", "open", "in_work")
# What the figures of a task count: an item may be in one of the states above and in these as well.
COUNTED = ("complete", "with_consensus")
SORTS = ("", "last", "disagreement")
PAGING = ("older", "newer", "view")  # what an address may hold beside the filter
LONGEST = 200


@dataclass(frozen=True)
class ItemFilter:
    """The fields are the names in an address; empty: not narrowed by it.

    annotator: id of one who answered or holds the item. label: "<question>=<value>" that somebody's current answer
    has, "<question>" for any value. disagreement: items on which it is larger. search: words of the case or of
    the outputs shown, part of the id in the dataset, or the item's number. sort: one of SORTS;
    "disagreement" leaves out items on which none was found.
    """

    state: str = ""
    annotator: str = ""
    label: str = ""
    flagged: bool = False
    commented: bool = False
    disagreement: float | None = None
    search: str = ""
    sort: str = ""

    def query(self):
        """The address after `?`; empty when nothing is chosen."""
        return urlencode({name: _text(value) for name, value in vars(self).items() if value not in ("", False, None)})


@dataclass(frozen=True)
class Matching:
    """Items that a filter matches, without an order; `is_common`: its search finds too many to count them each time."""

    items: QuerySet
    is_common: bool


def read(*, params, task):
    """The ItemFilter of a mapping of texts; InvalidInput tells of the first name or value that cannot be used.

    Strict, because work is done on what a filter matches: a name that was left out would mean more items.
    """
    given = {name: str(value).strip() for name, value in params.items() if name not in PAGING}
    given = {name: value for name, value in given.items() if value}
    valid = list(ItemFilter.__dataclass_fields__)
    for name, value in given.items():
        if name not in valid:
            raise _refused(
                _("Unknown filter %(name)s. Valid: %(valid)s.") % {"name": name[:60], "valid": ", ".join(valid)}
            )
        if len(value) > LONGEST or "\0" in value:
            raise _refused(
                _("The filter %(name)s cannot be read: at most %(n)s characters.") % {"name": name, "n": LONGEST}
            )
    chosen = ItemFilter(
        state=_one_of(given, "state", STATES + COUNTED),
        annotator=_annotator(given),
        label=given.get("label", ""),
        flagged=bool(_one_of(given, "flagged", ("1",))),
        commented=bool(_one_of(given, "commented", ("1",))),
        disagreement=_share(given),
        search=given.get("search", ""),
        sort=_one_of(given, "sort", SORTS),
    )
    _label(chosen.label, task)
    return chosen


def parse(*, query, task):
    """The ItemFilter that `query()` wrote; InvalidInput as `read`."""
    try:
        pairs = parse_qsl(query.removeprefix("?"), max_num_fields=50, errors="replace")
    except ValueError:
        raise _refused(_("The filter cannot be read.")) from None
    return read(params=dict(pairs), task=task)


def matching(*, task, chosen):
    """The task's items that an ItemFilter matches, without an order."""
    return matched(task=task, chosen=chosen).items


def matched(*, task, chosen):
    """The Matching of an ItemFilter."""
    found, is_common = _narrowed(task, chosen), False
    if chosen.search:
        searched = item_search.matches(task, chosen.search)
        found, is_common = found.filter(searched.condition), searched.is_common
    return Matching(found, is_common)


def _narrowed(task, chosen):
    """The items that an ItemFilter matches but for its search."""
    found = TaskItem.objects.filter(task=task).order_by()
    if chosen.state:
        found = found.filter((in_state(task) | counted(task))[chosen.state])
        if chosen.state == "in_work":
            found = found.filter(pk__in=_taken(task))
    if chosen.annotator:
        found = found.filter(_worked_on_by(task, chosen.annotator))
    if chosen.label:
        judged = Judgement.objects.filter(
            *_label(chosen.label, task), annotation__in=Annotation.objects.current().filter(task=task)
        )
        found = found.filter(pk__in=judged.values("annotation__item"))
    if chosen.flagged:
        found = found.filter(flagged_in(task))
    if chosen.commented:
        found = found.filter(pk__in=Comment.objects.filter(task=task).order_by().values("item"))
    if chosen.disagreement is not None:
        found = found.filter(_differing(score__gt=chosen.disagreement))
    if chosen.sort == "disagreement":
        found = found.filter(_differing())
    return found


def in_state(task):
    """{state: Q} of an item of the task: in exactly one, as `item_states` counts them."""
    stays, settled = Q(closed_reason=""), _has(GroundTruth, is_current=True, source="adjudicated")
    held, differing = _has(Assignment, state__in=SLOT_STATES), _differing(score__gt=0)
    here, is_complete = stays & ~settled, completion.is_complete()
    untouched = Q(open_slots__gte=task.required_annotations_per_item)
    return {
        "withdrawn": ~stays,
        "adjudicated": stays & settled,
        "disagreeing": here & is_complete & differing,
        "agreeing": here & is_complete & ~differing,
        "open": here & untouched & ~held,
        "in_work": here & (held | Q(open_slots__gt=0) & ~untouched),
    }


def counted(task):
    """{name: Q} of what the figures of the task count."""
    return {"complete": completion.is_complete(), "with_consensus": completion.has_consensus(task)}


def flagged_in(task):
    """Whether somebody handed an item in, or left it, with a flag."""
    answers = Annotation.objects.current().filter(task=task, flagged=True).order_by().values("item")
    events = AnnotationEvent.objects.filter(task=task, verb="flagged", item__isnull=False).values("item")
    return Q(pk__in=answers.union(events))  # one of two subqueries makes Postgres look at every item


def _worked_on_by(task, annotator):
    """Items that an annotator answered or holds: from what there is of few, beside each item of a task where there is
    much. An OR of two subqueries takes a minute over a million answers."""
    answered = Annotation.objects.current().filter(task=task, annotator=annotator).order_by()
    held = Assignment.objects.filter(task=task, annotator=annotator, state__in=SLOT_STATES).order_by()
    ids = list(answered.values_list("item", flat=True)[: MOST_KNOWN + 1])
    if len(ids) <= MOST_KNOWN:
        return is_one_of("pk", {*ids, *held.values_list("item", flat=True)})
    of_item = {"item": OuterRef("pk")}
    return Q(Exists(answered.filter(**of_item).values("pk").union(held.filter(**of_item).values("pk"), all=True)))


def _taken(task):
    """Ids of the items that somebody holds, or of which some slots but not all are taken: few among many items."""
    held = Assignment.objects.filter(Q(state__in=HOLDING) | Q(state="returned"), task=task).order_by().values("item")
    begun = TaskItem.objects.filter(
        task=task, closed_reason="", open_slots__gt=0, open_slots__lt=task.required_annotations_per_item
    )
    return held.union(begun.order_by().values("pk"))


def _has(model, **conditions):
    return Q(Exists(model.objects.filter(item=OuterRef("pk"), **conditions)))


def _differing(**conditions):
    return _has(Disagreement, **conditions)


def _label(text, task):
    """The conditions on a Judgement that "<question>=<value>" stands for."""
    if not text:
        return []
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


def _one_of(given, name, valid):
    value = given.get(name, "")
    if value and value not in valid:
        raise _refused(
            _("The filter %(name)s is %(value)s. Valid: %(valid)s.")
            % {"name": name, "value": value[:60], "valid": ", ".join(filter(None, valid))}
        )
    return value


def _annotator(given):
    try:
        return str(uuid.UUID(given["annotator"])) if "annotator" in given else ""
    except ValueError:
        raise _refused(_("The filter %(name)s does not match a member.") % {"name": "annotator"}) from None


def _share(given):
    if "disagreement" not in given:
        return None
    try:
        value = float(given["disagreement"])
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise _refused(
            _("The filter %(name)s is %(value)s. Valid: %(valid)s.")
            % {"name": "disagreement", "value": given["disagreement"][:60], "valid": _("a number from 0 to 1")}
        )
    return value


def _text(value):
    return "1" if value is True else f"{value:g}" if isinstance(value, float) else value


def _refused(words):
    return InvalidInput(words, code="bad_filter")
