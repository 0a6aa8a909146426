"""What the newest observations say of each model, all of them by one grader: scores of unlike graders have no mean."""

from collections import defaultdict
from dataclasses import dataclass

from evalhub.lib.statistics import bounded_mean
from reviews.quality.judges import PEOPLE

WINDOW_SIZE = 20


@dataclass(frozen=True)
class Record:
    """What the newest observations of one adapter say; a mean cost of None: none of them has a known cost.

    `cost_per_1k` is in USD per 1,000 tokens, over those observations that know both. `variance` is that of the scores,
    divided by n; None: not known, and taken for the largest that there can be.
    """

    adapter_id: str
    n: int
    mean_quality: float
    mean_cost_usd: float | None
    n_priced: int
    cost_per_1k: float | None = None
    variance: float | None = None

    @property
    def low_quality(self):
        """The lower bound of the 95 % interval of the mean: what the scores show, not what they happen to be."""
        if self.variance is None:
            return bounded_mean.share(self.mean_quality, self.n).low
        return bounded_mean.interval(self.mean_quality, self.variance, self.n).low


@dataclass(frozen=True)
class Window:
    """The Record of each adapter, by name, under one grader; without records `grader_id` is the one asked for."""

    grader_id: str
    records: tuple[Record, ...] = ()


def of_one_grader(found, *, grader=""):
    """The Window of `grader`, else of whoever has most observations in it; ties go to people, then by name.

    `found` is {grader_id: its Records}.
    """
    if not grader and found:
        seen = {grader_id: sum(record.n for record in records) for grader_id, records in found.items()}
        grader = min(seen, key=lambda grader_id: (-seen[grader_id], grader_id != PEOPLE, grader_id))
    return Window(grader, tuple(sorted(found.get(grader, ()), key=lambda record: record.adapter_id)))


def window_of(observations, *, task_type, grader="", window_size=WINDOW_SIZE, max_age=None, now=None):
    """The Window over each adapter's newest `window_size` observations of this kind of task.

    Those older than `max_age` (a timedelta before `now`) are left out. Whose word counts is the caller's to say.
    """
    by_pair = defaultdict(list)
    for found in observations:
        if found.task_type == task_type and (max_age is None or now - found.recorded_at <= max_age):
            by_pair[found.grader_id, found.adapter_id].append(found)
    by_grader = defaultdict(list)
    for (grader_id, adapter_id), found in by_pair.items():
        by_grader[grader_id].append(_record(adapter_id, found, window_size))
    return of_one_grader(by_grader, grader=grader)


def _record(adapter_id, observations, window_size):
    newest = sorted(observations, key=lambda found: found.recorded_at, reverse=True)[:window_size]
    costs = [found.cost_usd for found in newest if found.cost_usd is not None]
    metered = [found for found in newest if found.cost_usd is not None and found.total_tokens]
    tokens = sum(found.total_tokens for found in metered)
    mean = sum(found.quality_score for found in newest) / len(newest)
    return Record(
        adapter_id=adapter_id,
        n=len(newest),
        mean_quality=mean,
        mean_cost_usd=sum(costs) / len(costs) if costs else None,
        n_priced=len(costs),
        cost_per_1k=1000 * sum(found.cost_usd for found in metered) / tokens if tokens else None,
        variance=sum((found.quality_score - mean) ** 2 for found in newest) / len(newest),
    )
