"""When each task of a suite starts: list scheduling by longest remaining path, under workers and concurrent calls.

With workers alone the makespan is at most 2 - 1/m times the lower bound for m workers (Graham 1969).
"""

import heapq
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

SHOWN_TASKS = 20
NEVER = math.inf


class InvalidPlan(InvalidInput):
    """Tasks that no order satisfies, or that need more than there is; `details["tasks"]` names them."""

    code = "invalid_plan"


@dataclass(frozen=True)
class PlanTask:
    """What scheduling knows of a task: it holds one worker and `calls` concurrent calls while it runs."""

    key: str
    needs: tuple[str, ...] = ()
    seconds: float = 0.0
    calls: int = 0


@dataclass(frozen=True)
class PlannedTask:
    """Seconds after the start of the plan."""

    key: str
    start: float
    end: float


@dataclass(frozen=True)
class Plan:
    """Tasks by start. `lower_bound` is the longer of the longest path and the work divided by the workers."""

    tasks: tuple[PlannedTask, ...]
    makespan: float
    lower_bound: float

    def as_json(self) -> dict:
        return {
            "tasks": [{"key": task.key, "start": task.start, "end": task.end} for task in self.tasks],
            "makespan": self.makespan,
            "lower_bound": self.lower_bound,
        }


def plan(tasks: Sequence[PlanTask], *, workers: int, calls: int | None = None, running: Collection[str] = ()) -> Plan:
    """The Plan of tasks on `workers` workers with at most `calls` concurrent calls; None sets no limit of calls.

    Tasks of the keys `running` are at work already: they start before any other.
    """
    _check_limits(tasks, workers, calls)
    graph = _Graph(tasks)
    paths = graph.paths_to_end()
    order = sorted(range(len(tasks)), key=lambda place: (tasks[place].key not in running, -paths[place], place))
    ready = _Ready(order, tasks)
    for place, needed in enumerate(graph.open_needs):
        if not needed:
            ready.add(place)
    now, free, free_calls = 0.0, workers, NEVER if calls is None else calls
    running, planned = [], []
    while True:
        while free and (place := ready.take(free_calls)) is not None:
            free, free_calls = free - 1, free_calls - tasks[place].calls
            heapq.heappush(running, (now + tasks[place].seconds, place))
            planned.append(PlannedTask(tasks[place].key, now, now + tasks[place].seconds))
        if not running:
            break
        now = running[0][0]
        while running and running[0][0] == now:
            place = heapq.heappop(running)[1]
            free, free_calls = free + 1, free_calls + tasks[place].calls
            for follower in graph.finish(place):
                ready.add(follower)
    work = math.fsum(task.seconds for task in tasks)
    return Plan(tuple(planned), now, max(max(paths, default=0.0), work / workers))


def check(tasks: Sequence[PlanTask]) -> None:
    """InvalidPlan for a key twice, an unknown need, a task that needs itself, or a cycle, naming the tasks."""
    _Graph(tasks)


def longest_paths(tasks: Sequence[PlanTask]) -> dict[str, float]:
    """{key: seconds from its start to the end of all that follows}: of those that are ready, the largest goes first."""
    return dict(zip((task.key for task in tasks), _Graph(tasks).paths_to_end(), strict=True))


def followers(tasks: Sequence[PlanTask], keys: Iterable[str]) -> set[str]:
    """All tasks that need one of these keys, or one that does."""
    graph, found = _Graph(tasks), set(keys)
    for place in graph.order:
        if found & set(tasks[place].needs):
            found.add(tasks[place].key)
    return found - set(keys)


class _Graph:
    """Who waits for whom, by place in the list of tasks."""

    def __init__(self, tasks):
        self.tasks = tasks
        places = {task.key: place for place, task in enumerate(tasks)}
        self._check_keys(places)
        needs = [{places[key] for key in task.needs} for task in tasks]
        self.open_needs = [len(needed) for needed in needs]
        self.followers = [[] for _task in tasks]
        for place, needed in enumerate(needs):
            for other in needed:
                self.followers[other].append(place)
        self.order = self._topological(needs)

    def finish(self, place):
        """The tasks for which this one was the last that they waited for."""
        for follower in self.followers[place]:
            self.open_needs[follower] -= 1
            if not self.open_needs[follower]:
                yield follower

    def paths_to_end(self):
        """Seconds of the longest path from each task's start to the end of what follows from it."""
        paths = [0.0] * len(self.tasks)
        for place in reversed(self.order):
            after = max((paths[follower] for follower in self.followers[place]), default=0.0)
            paths[place] = self.tasks[place].seconds + after
        return paths

    def _check_keys(self, places):
        keys = [task.key for task in self.tasks]
        if len(places) < len(keys):
            twice = [key for place, key in enumerate(keys) if places[key] != place]
            raise _invalid(_("The key %(tasks)s is used by more than one task."), twice)
        selfish = [task.key for task in self.tasks if task.key in task.needs]
        if selfish:
            raise _invalid(_("A task cannot need itself: %(tasks)s."), selfish)
        for task in self.tasks:
            unknown = [key for key in task.needs if key not in places]
            if unknown:
                text = _("The task %(task)s needs the unknown task %(unknown)s. Valid: %(valid)s.")
                valid = _named(key for key in keys if key != task.key)
                values = {"task": task.key, "unknown": _named(unknown), "valid": valid}
                raise InvalidPlan(text % values, details={"tasks": [task.key], "unknown": unknown})

    def _topological(self, needs):
        open_needs = list(self.open_needs)
        order = [place for place, needed in enumerate(open_needs) if not needed]
        for place in order:  # which grows as it is read
            for follower in self.followers[place]:
                open_needs[follower] -= 1
                if not open_needs[follower]:
                    order.append(follower)
        if len(order) < len(self.tasks):
            left = set(range(len(self.tasks))) - set(order)
            cycle = [self.tasks[place].key for place in _cycle(needs, left)]
            text = _("These tasks need each other in a cycle: %(tasks)s.")
            raise InvalidPlan(text % {"tasks": " → ".join([*cycle, cycle[0]])}, details={"tasks": cycle})
        return order


def _cycle(needs, left):
    """The places of one cycle, each needed by the next. All of `left` need something that is in `left`."""
    place, seen = min(left), {}
    while place not in seen:
        seen[place] = len(seen)
        place = min(needs[place] & left)
    return [found for found, step in seen.items() if step >= seen[place]][::-1]


class _Ready:
    """Tasks that wait for nothing, in order of priority: a tree of minima finds the first whose calls are free."""

    def __init__(self, order, tasks):
        self.order = order
        self.tasks = tasks
        self.leaves = 1 << max(len(order) - 1, 0).bit_length()
        self.least = [NEVER] * (2 * self.leaves)
        self.rank = {place: rank for rank, place in enumerate(order)}

    def add(self, place):
        self._set(self.rank[place], self.tasks[place].calls)

    def take(self, free_calls):
        """The place of the first task that needs at most so many calls, no longer among the ready; else None."""
        if self.least[1] == NEVER or self.least[1] > free_calls:
            return None
        node = 1
        while node < self.leaves:
            node = 2 * node if self.least[2 * node] <= free_calls and self.least[2 * node] != NEVER else 2 * node + 1
        rank = node - self.leaves
        self._set(rank, NEVER)
        return self.order[rank]

    def _set(self, rank, calls):
        node = rank + self.leaves
        self.least[node] = calls
        while node > 1:
            node //= 2
            self.least[node] = min(self.least[2 * node], self.least[2 * node + 1])


def _check_limits(tasks, workers, calls):
    if workers < 1:
        raise InvalidPlan(_("A plan needs at least 1 worker, not %(n)s.") % {"n": workers})
    if calls is not None and calls < 0:
        raise InvalidPlan(_("Concurrent calls are a number from 0, not %(n)s.") % {"n": calls})
    greedy = [task for task in tasks if calls is not None and task.calls > calls]
    if greedy:
        text = _("The task %(task)s makes %(n)s concurrent calls. At most %(most)s are allowed.")
        values = {"task": greedy[0].key, "n": greedy[0].calls, "most": calls}
        raise InvalidPlan(text % values, details={"tasks": [task.key for task in greedy]})


def _invalid(text, keys):
    keys = list(dict.fromkeys(keys))
    return InvalidPlan(text % {"tasks": _named(keys)}, details={"tasks": keys})


def _named(keys):
    keys = list(keys)
    more = len(keys) - SHOWN_TASKS
    shown = ", ".join(keys[:SHOWN_TASKS])
    return _("%(names)s and %(n)s more") % {"names": shown, "n": more} if more > 0 else shown
