"""Calls, ended requests, labels and audits of models, counted by the database: four statements."""

from collections import defaultdict
from datetime import UTC, datetime, time

from django.db import connection

from evalhub.lib.database import statements
from evalhub.lib.statistics import bounded_mean
from reviews.audits.actions.error_rates import RIGHT, WRONG
from reviews.costs.results import Calls, Rate
from reviews.scorers.stages.task_stages import BOTH, ONE_ORDER, SWAPPED

sql = statements.of_feature(__file__)
OF_STEP_AND_GROUP, OF_STEP, OF_GROUP, OF_ALL = range(4)  # as `grouping` numbers the sets


class Counted:
    """Rows of grouping sets: `both` by step and group, `steps` by step, `groups` by group, and `all` in one."""

    def __init__(self, rows, make):
        self.both, self.steps, self.groups, self.all = {}, {}, {}, None
        for moment, group, which, *values in rows:
            made = make(*values)
            if which == OF_STEP_AND_GROUP:
                self.both[group, moment] = made
            elif which == OF_STEP:
                self.steps[moment] = made
            elif which == OF_GROUP:
                self.groups[group] = made
            elif values[0]:  # how many: the set of all has a row even of none
                self.all = made


def calls_of(organization, choice):
    """Counted of (Calls, USD of answers to items, how many of those have no known price)."""
    return Counted(_rows("calls", organization, choice, answering=[ONE_ORDER, SWAPPED, BOTH]), _call)


def failures_of(organization, choice):
    """Counted Rates of requests that ended without a valid answer."""
    return Counted(_rows("requests", organization, choice), lambda n, failed: n and rate(failed / n, n, n))


def labels_of(organization, choice):
    """{group or None for all: (items, labels)}."""
    found = defaultdict(lambda: (0, 0))
    found.update({group: (items or 0, labels or 0) for group, items, labels in _rows("labels", organization, choice)})
    return found


def errors_of(organization, choice):
    """Counted Rates of wrong answers in blind audits of the random sample."""
    rows = _rows("audits", organization, choice, verdicts=[*RIGHT, *WRONG])
    return Counted(rows, lambda n, share, effective: n and rate(share, n, effective))


def rate(share, n, effective):
    """A Rate with the interval of Clopper and Pearson at the effective size."""
    found = bounded_mean.share(share, effective)
    return Rate(share, found.low, found.high, n)


def _call(n, cost, unpriced, timed, latency, answers_usd, answers_unpriced):
    p50, p95 = (ms / 1000 for ms in latency) if timed else (None, None)
    return Calls(n, cost, unpriced, timed, p50, p95), answers_usd, answers_unpriced


def _rows(name, organization, choice, **more):
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
    }
    with connection.cursor() as cursor:
        cursor.execute(sql(name), values | more)
        return cursor.fetchall()
