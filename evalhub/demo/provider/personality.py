"""How a simulated model errs: each name has a bias, a noise and a way with quotes of its own."""

import hashlib
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Personality:
    """`bias` and `noise` (standard deviation) act on qualities from 0 to 1; the rest are chances.

    A quote is copied exactly, or altered in writing, or altered in a word, or else invented. `garbles` is the chance
    that an answer cannot be read, until the model is shown what was wrong with it.
    """

    bias: float
    noise: float
    exact: float
    respaced: float
    reworded: float
    abstains: float
    slips: float
    garbles: float = 0.0


_KNOWN = {
    "careful": Personality(-0.02, 0.06, exact=0.86, respaced=0.09, reworded=0.03, abstains=0.01, slips=0.05),
    "hasty": Personality(0.04, 0.17, exact=0.62, respaced=0.18, reworded=0.10, abstains=0.02, slips=0.20),
    "sloppy": Personality(0.02, 0.13, exact=0.55, respaced=0.20, reworded=0.12, abstains=0.03, slips=0.20, garbles=0.3),
    "harsh": Personality(-0.16, 0.08, exact=0.80, respaced=0.10, reworded=0.05, abstains=0.01, slips=0.10),
    "generous": Personality(0.16, 0.08, exact=0.80, respaced=0.10, reworded=0.05, abstains=0.01, slips=0.10),
}


def personality_of(model):
    """The Personality whose name is in the model's name; any other name gets a stable one of its own."""
    for name, personality in _KNOWN.items():
        if name in model:
            return personality
    rng = rng_of("personality", model)
    return Personality(
        bias=rng.uniform(-0.06, 0.06),
        noise=rng.uniform(0.08, 0.14),
        exact=0.74,
        respaced=0.12,
        reworded=0.07,
        abstains=0.015,
        slips=0.12,
    )


def rng_of(*parts):
    """A random generator that depends on `parts` only, on every machine and in every process."""
    digest = hashlib.sha256("\x1f".join(str(part) for part in parts).encode("utf-8", "surrogatepass")).digest()
    return random.Random(int.from_bytes(digest[:8], "big"))
