"""What a simulated model answers to the cases of the suites that come with the product: often right, by the model.

Some cases are harder for all models, so that what two of them get wrong has much in common.
"""

import json
from functools import cache
from pathlib import Path

from evalhub.demo.provider.prompts import rng_of

SUITES = Path(__file__).parents[3] / "experiments" / "benchmarks" / "suites"
RIGHT = {"simulated-careful": 0.88, "simulated-hasty": 0.55}
OTHERS_RIGHT = 0.7
OWN_LUCK = 0.25  # of the cases on which a model is right or wrong by its own chance


def answer(model: str, text: str, seed: int) -> str | None:
    """The answer to the case that a prompt ends with; None for any other prompt."""
    found = max((case for case in _cases() if text.rstrip().endswith(case)), key=len, default=None)
    if found is None:
        return None
    right, others = _cases()[found]
    own = rng_of(seed, model, found)
    luck = own.random() if own.random() < OWN_LUCK else rng_of(seed, found).random()
    return right if luck < RIGHT.get(model, OTHERS_RIGHT) else own.choice(others)


@cache
def _cases():
    """{what is asked: (right answer, [wrong ones: those of the other cases, or another text])}."""
    found = {}
    for path in sorted(SUITES.glob("*/*.jsonl")):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        answers = {row["expected_output"] for row in rows}
        for row in rows:
            right = row["expected_output"]
            found[row["prompt"].rstrip()] = right, sorted(answers - {right}) or ["I do not know."]
    return found
