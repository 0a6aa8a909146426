"""How often a run's model gives the same verdict in both orders of two answers, and which place it likes."""

from dataclasses import dataclass

from django.db.models import Count, Q

from annotations.models import Annotation, Judgement
from evalhub.lib.statistics import bounded_mean


@dataclass(frozen=True)
class PositionConsistency:
    """Verdicts that were given in both orders: `n` pairs, of which `consistent` had one winner.

    `first` and `second`: what was shown there won in both orders. The rest of `n` changed between a winner and a tie.
    """

    n: int
    consistent: int
    first: int
    second: int

    @property
    def share(self):
        return self.consistent / self.n

    @property
    def interval(self):
        """(low, high) of the share at 95 %."""
        found = bounded_mean.share(self.share, self.n)
        return found.low, found.high

    @property
    def changed(self):
        return self.n - self.consistent - self.first - self.second


def of_run(run):
    """The PositionConsistency of a run's standing answers, None where no pair was judged in both orders."""
    answers = Annotation.objects.standing().filter(task=run.task_id, annotator=run.annotator_id, round=run.round)
    checked = Judgement.objects.filter(annotation__in=answers, details__has_key="orders")
    found = checked.aggregate(
        n=Count("pk"),
        consistent=Count("pk", filter=Q(details__orders__is_consistent=True)),
        first=Count("pk", filter=Q(details__orders__place="first")),
        second=Count("pk", filter=Q(details__orders__place="second")),
    )
    return PositionConsistency(**found) if found["n"] else None
