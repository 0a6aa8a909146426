"""Chance for the demo annotators that comes out the same on every machine."""

import hashlib
import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Dice:
    """Chance that depends on who, which case, the seed and what for, and on nothing else."""

    person: str
    case_id: str
    seed: int

    def roll(self, purpose):
        """A number from 0 up to, but not including, 1."""
        text = json.dumps([self.person, self.case_id, self.seed, purpose])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48

    def falls(self, purpose, chance):
        return self.roll(purpose) < chance

    def pick(self, purpose, options):
        return options[int(self.roll(purpose) * len(options))]

    def step(self, purpose, temperament):
        """1 where this temperament judges one step harsher, -1 where it judges one step kinder, else 0."""
        roll = self.roll(purpose)
        if roll < temperament.lowers:
            return 1
        return -1 if roll < temperament.lowers + temperament.raises else 0
