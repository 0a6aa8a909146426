"""Token buckets in this process's memory: the arithmetic of pacing, and what paces while Redis is away."""

import threading
from dataclasses import dataclass, replace

BURST_SECONDS = 10.0  # what may be saved up: more would let two minutes' worth pass in one
DEEPEST_DEBT_SECONDS = 60.0  # limits are per minute: whatever was taken too much is forgotten by then
SMALLEST_CAPACITY = 1.0


@dataclass(frozen=True)
class Rule:
    """One measure's bucket: what it holds at most and what flows in; `per_second` 0 is no limit."""

    capacity: float
    per_second: float

    @classmethod
    def of(cls, per_minute, share):
        """The rule of a limit per minute (None: no limit) of which `share` in (0, 1] is used."""
        if per_minute is None:
            return NO_RULE
        per_second = per_minute * share / 60
        return cls(max(per_second * BURST_SECONDS, SMALLEST_CAPACITY), per_second)

    def scaled(self, share):
        """The rule with that share of its flow."""
        if not self.per_second:
            return self
        return Rule(max(self.capacity * share, SMALLEST_CAPACITY), self.per_second * share)


NO_RULE = Rule(0.0, 0.0)


@dataclass(frozen=True)
class BucketDemand:
    """What one request takes from its bucket, by measure: requests, input tokens, output tokens.

    `is_correction`: taken or, where negative, given back without asking; the bucket may go below zero.
    """

    key: str
    rules: tuple[Rule, ...]
    amounts: tuple[float, float, float]
    is_correction: bool = False

    def scaled(self, share):
        return replace(self, rules=tuple(rule.scaled(share) for rule in self.rules))


class Buckets:
    """Buckets by key; each begins full. An ask larger than its bucket passes when the bucket is full, and leaves it
    in debt. Asks are answered in order: whoever was refused stands in line before those behind.
    """

    def __init__(self):
        self._levels = {}  # {(key, measure): (level, moment)}
        self._lock = threading.Lock()

    def take(self, asks, *, now):
        """For each ask the seconds until it may fit, 0.0 when it was taken; `now` in seconds of a steady clock."""
        with self._lock:
            ahead = {}
            return [self._take(ask, ahead, now) for ask in asks]

    def clear(self):
        with self._lock:
            self._levels.clear()

    def _take(self, ask, ahead, now):
        measures = [
            ((ask.key, number), rule, amount)
            for number, (rule, amount) in enumerate(zip(ask.rules, ask.amounts, strict=True))
            if rule.per_second and amount
        ]
        seconds = 0.0
        if not ask.is_correction:
            for place, rule, amount in measures:
                missing = min(amount, rule.capacity) + ahead.get(place, 0.0) - self._level(place, rule, now)
                seconds = max(seconds, missing / rule.per_second)
        for place, rule, amount in measures:
            if seconds > 0:
                ahead[place] = ahead.get(place, 0.0) + amount
            else:
                left = min(self._level(place, rule, now) - amount, rule.capacity)
                self._levels[place] = max(left, -DEEPEST_DEBT_SECONDS * rule.per_second), now
        return seconds

    def _level(self, place, rule, now):
        level, moment = self._levels.get(place, (rule.capacity, now))
        return min(level + max(now - moment, 0.0) * rule.per_second, rule.capacity)
