"""Which model gets a task: the preferred one, or the cheapest that has shown to be good enough of late, and why.

Pure: records of the ledger in, a Choice out. `reviews.quality.windows` makes them of observations; a database may do
the same.
"""

import math
from dataclasses import dataclass, replace

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from reviews.quality.graders import title_of

MIN_OBSERVATIONS = 1
HOWS = ("preferred", "fallback", "default", "cheapest")


class InvalidRouting(InvalidInput, ValueError):
    code = "invalid_routing"


@dataclass(frozen=True)
class Rule:
    """The static preference for a kind of task. Above `most_cost_per_1k` USD per 1,000 tokens the fallback is taken."""

    task_type: str
    preferred: str
    fallback: str = ""
    most_cost_per_1k: float | None = None


@dataclass(frozen=True)
class Considered:
    """One adapter that was looked at, and why it was taken or left; `low_quality` is held against the floor."""

    adapter_id: str
    n: int
    mean_quality: float | None
    mean_cost_usd: float | None
    qualifies: bool
    why: str
    low_quality: float | None = None


@dataclass(frozen=True)
class Choice:
    """`how` is one of HOWS; `why` says it in words.

    `grader_id`: whose scores were looked at, empty where there were none.
    """

    adapter_id: str
    why: str
    considered: tuple[Considered, ...] = ()
    how: str = "preferred"
    grader_id: str = ""


def choose_statically(*, task_type, rules, default, costs_per_1k=None, is_available=None):
    """The first rule of this kind of task wins; without one the default. `costs_per_1k` is {adapter: USD}.

    A fallback that is not available takes nobody's place.
    """
    rule = next((rule for rule in rules if rule.task_type == task_type), None)
    if rule is None:
        why = _("There is no rule for %(kind)s, so the default model is used.") % {"kind": task_type}
        return Choice(default, why, how="default")
    cost, most = (costs_per_1k or {}).get(rule.preferred), rule.most_cost_per_1k
    if (
        cost is not None
        and most is not None
        and cost > most
        and rule.fallback
        and (is_available is None or is_available(rule.fallback))
    ):
        why = _("%(name)s costs about %(cost).6g USD per 1,000 tokens, above the rule's %(most).6g: the fallback.")
        return Choice(rule.fallback, why % {"name": rule.preferred, "cost": cost, "most": most}, how="fallback")
    return Choice(rule.preferred, _("Preferred by the rule for %(kind)s.") % {"kind": task_type})


def choose(
    *,
    task_type,
    rules,
    default,
    records=None,
    floor=None,
    min_observations=MIN_OBSERVATIONS,
    grader_id="",
    is_available=None,
):
    """The cheapest adapter whose quality reaches the floor, by the lower bound of its interval: a good mean of few
    observations shows little. Ties go to the rule's order, then by name.

    `is_available` says of an adapter whether it is set up and can be asked; None: all are. Static without a floor or
    without records (None: no ledger), and when no adapter qualifies. InvalidRouting, a ValueError, for a floor outside
    0 to 1. An adapter without any known cost cannot be called the cheapest. All records are of one grader, `grader_id`.
    """
    check_floor(floor)
    costs = {record.adapter_id: record.cost_per_1k for record in records or ()}
    static = choose_statically(
        task_type=task_type, rules=rules, default=default, costs_per_1k=costs, is_available=is_available
    )
    if records:
        static = replace(static, grader_id=grader_id)
    if floor is None or records is None:
        return static
    considered = tuple(
        _considered(record, floor, min_observations, is_available is None or is_available(record.adapter_id))
        for record in records
    )
    fit = [found for found in considered if found.qualifies]
    if not fit:
        return replace(static, why=_why_none(floor, static.why, considered, grader_id), considered=considered)
    order = _order(static, rules, task_type)
    best = min(fit, key=lambda found: (found.mean_cost_usd, order(found.adapter_id), found.adapter_id))
    why = _(
        "The cheapest of %(n)s above the floor of %(floor).2f: quality %(quality).3f (at least %(low).3f), "
        "%(cost).6g USD per task."
    )
    told = {
        "n": len(fit),
        "floor": floor,
        "quality": best.mean_quality,
        "low": best.low_quality,
        "cost": best.mean_cost_usd,
    }
    return Choice(best.adapter_id, _compared(why % told, grader_id), considered, "cheapest", grader_id)


def check_floor(floor):
    is_number = isinstance(floor, (int, float)) and not isinstance(floor, bool)
    if floor is not None and not (is_number and math.isfinite(floor) and 0 <= floor <= 1):
        raise InvalidRouting(
            _("The quality floor is %(met)s. Valid: a number from 0 to 1, or nothing: static only.")
            % {"met": repr(floor)[:60]},
            details={"field": "quality_floor"},
        )


def _why_none(floor, static_why, considered, grader_id):
    if not considered and grader_id:
        words = _("No score of %(grader)s counts. %(why)s")
        return words % {"grader": title_of(grader_id), "why": static_why}
    words = _("No model reaches the floor of %(floor).2f with a known cost. %(why)s")
    return _compared(words % {"floor": floor, "why": static_why}, grader_id)


def _compared(why, grader_id):
    """The reason, and whose scores were compared for it."""
    if not grader_id:
        return why
    return _("%(why)s Only scores of %(grader)s were compared.") % {"why": why, "grader": title_of(grader_id)}


def _considered(record, floor, least, is_available):
    low = record.low_quality
    told = {
        "n": record.n,
        "least": least,
        "quality": record.mean_quality,
        "floor": floor,
        "cost": record.mean_cost_usd,
        "low": low,
    }
    if not is_available:
        qualifies, why = False, _("Not configured or unavailable.")
    elif record.n < least:
        qualifies, why = False, _("%(n)s observations; %(least)s are needed.") % told
    elif record.mean_quality < floor:
        qualifies, why = False, _("Mean quality %(quality).3f is below the floor of %(floor).2f.") % told
    elif low < floor:
        qualifies, why = (
            False,
            _(
                "Mean quality %(quality).3f of %(n)s observations: it may be as low as %(low).3f, "
                "below the floor of %(floor).2f."
            )
            % told,
        )
    elif record.mean_cost_usd is None:
        qualifies, why = False, _("Mean quality %(quality).3f, but the cost is unknown.") % told
    else:
        qualifies, why = True, _("Mean quality %(quality).3f, at least %(low).3f, at %(cost).6g USD per task.") % told
    return Considered(record.adapter_id, record.n, record.mean_quality, record.mean_cost_usd, qualifies, why, low)


def _order(static, rules, task_type):
    """The place of an adapter in the static preference: what is chosen statically, then the rules as they stand."""
    places = [static.adapter_id]
    for rule in rules:
        if rule.task_type == task_type:
            places += [rule.preferred, rule.fallback]
    return lambda adapter_id: places.index(adapter_id) if adapter_id in places else len(places)
