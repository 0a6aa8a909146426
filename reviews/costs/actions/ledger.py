"""Calls, ended requests, labels and audits of models over a period: three statements."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta

import numpy as np
from django.db import connection

from evalhub.lib.database import statements
from evalhub.lib.statistics import bounded_mean
from reviews.audits.actions.error_rates import RIGHT, WRONG
from reviews.costs import latencies
from reviews.costs.actions import daily_totals
from reviews.costs.choice import MODEL
from reviews.costs.periods import WEEK
from reviews.costs.results import Calls, Rate

sql = statements.of_feature(__file__)
OF_STEP_AND_GROUP, OF_STEP, OF_GROUP, OF_ALL = range(4)  # as `grouping` numbers the sets


class Counted:
    """`both` by (group, step), `steps` by step, `groups` by group, and `all` in one: what was made of each that is."""

    def __init__(self):
        self.both, self.steps, self.groups, self.all = {}, {}, {}, None


@dataclass
class Total:
    """What days come to together; costs are None while no price is known."""

    calls: int = 0
    cost_usd: object = None
    unpriced: int = 0
    answers_usd: object = None
    answers_unpriced: int = 0
    done: int = 0
    failed: int = 0
    items: int = 0
    labels: int = 0
    latencies: np.ndarray = field(default_factory=lambda: np.zeros(latencies.BINS, np.int64))

    def add(self, calls, cost, unpriced, answers, answers_unpriced, bins, counts, done, failed, items, labels):
        self.calls += calls
        self.cost_usd = _sum(self.cost_usd, cost)
        self.unpriced += unpriced
        self.answers_usd = _sum(self.answers_usd, answers)
        self.answers_unpriced += answers_unpriced
        self.latencies[bins] += counts
        self.done += done
        self.failed += failed
        self.items += items
        self.labels += labels


def totals_of(organization, choice):
    """Counted Totals of calls, ended requests and labels."""
    found = Counted()
    found.both, found.steps, found.groups = (defaultdict(Total) for _ in range(3))
    found.all = Total()
    for day, model, kind, task, _simulated, *values in daily_totals.rows(organization, choice):
        group = model if choice.by == MODEL else str(task or kind)
        start = day - timedelta(days=day.weekday()) if choice.period.step == WEEK else day
        values[5:7] = (np.array(each, np.int64) for each in values[5:7])
        for total in (found.both[group, start], found.steps[start], found.groups[group], found.all):
            total.add(*values)
    return found


def calls_of(totals):
    """Counted of (Calls, USD of answers to items, how many of those have no known price)."""
    return _each(totals, lambda total: _call(total) if total.calls else None)


def failures_of(totals):
    """Counted Rates of requests that ended without a valid answer."""
    return _each(totals, _failure)


def errors_of(organization, choice):
    """Counted Rates of wrong answers in blind audits of the random sample."""
    found = Counted()
    for moment, group, which, n, share, effective in _audits(organization, choice):
        made = rate(share, n, effective) if n else None
        if which == OF_STEP_AND_GROUP:
            found.both[group, moment] = made
        elif which == OF_STEP:
            found.steps[moment] = made
        elif which == OF_GROUP:
            found.groups[group] = made
        else:
            found.all = made
    return found


def rate(share, n, effective):
    """A Rate with the interval of Clopper and Pearson at the effective size."""
    found = bounded_mean.share(share, effective)
    return Rate(share, found.low, found.high, n)


def _each(totals, make):
    """The Counted of what is made of each Total; those of which nothing is are left out."""
    found = Counted()
    for name in ("both", "steps", "groups"):
        made = {key: make(total) for key, total in getattr(totals, name).items()}
        setattr(found, name, {key: each for key, each in made.items() if each is not None})
    found.all = make(totals.all)
    return found


def _call(total):
    timed = int(total.latencies.sum())
    p50, p95 = (ms / 1000 for ms in latencies.quantiles(total.latencies, (0.5, 0.95))) if timed else (None, None)
    cost, answers = (None if usd is None else float(usd) for usd in (total.cost_usd, total.answers_usd))
    return Calls(total.calls, cost, total.unpriced, timed, p50, p95), answers, total.answers_unpriced


def _failure(total):
    n = total.done + total.failed
    return rate(total.failed / n, n, n) if n else None


def _sum(one, other):
    return other if one is None else one if other is None else one + other


def _audits(organization, choice):
    period = choice.period
    values = {
        "organization": organization.pk,
        "step": period.step,
        "by": choice.by,
        "since": datetime.combine(period.first, time(), UTC),
        "until": datetime.combine(period.until, time(), UTC),
        "simulated": choice.simulated,
        "model": choice.model,
        "task": choice.task,
        "verdicts": [*RIGHT, *WRONG],
    }
    with connection.cursor() as cursor:
        cursor.execute(sql("audits"), values)
        return cursor.fetchall()
