"""Four simulated releases of an assistant on the same sums, and the gates that decide them as their evaluations end.

Release 1.2 gives back too much: its returns are the planted regression. 1.3 is right again, and slower.
"""

import io
import json
from dataclasses import dataclass

from django.core.files.base import File
from django.db import transaction

from datasets.actions import datasets, imports
from evalhub.demo.dice import Dice
from experiments.evaluations.actions import evaluations
from experiments.gates.actions import gates
from experiments.models import Evaluation

NAME = "Sums of the shop assistant (simulated)"
CASES, FEW, SEED = 144, 12, 11
A_FEW = f"a first look at {FEW} sums"
TOPICS = ("orders", "returns", "deliveries", "vouchers")
QUESTIONS = {
    "orders": "{n} lamps at {price} euros each, and {extra} euros for shipping: what is the total?",
    "returns": "A customer sends back {n} of {m} lamps at {price} euros each; {extra} euros are kept. What goes back?",
    "deliveries": "{n} boxes at {price} euros each, the first one free, plus {extra} euros: what does it cost?",
    "vouchers": "{n} shades at {price} euros each, less a voucher of {extra} euros: what is left to pay?",
}
OWN_LUCK = 0.2  # of the cases on which a release is right or wrong by its own chance, not by how hard they are
TIMEOUTS = 0.015
METRICS = ["exact_match", {"metric": "numeric_tolerance", "key": "within_2_euros", "parameters": {"tolerance": 2}}]


@dataclass(frozen=True)
class Release:
    """`rights` are the chances of a right answer by topic; `speed_ms` is what a fast answer takes."""

    number: str
    rights: tuple
    speed_ms: int

    @property
    def name(self):
        return f"assistant-{self.number}"

    def answer(self, case_id, topic, right):
        """What the case's column of this release holds."""
        dice = Dice(person=self.name, case_id=case_id, seed=SEED)
        if dice.falls("timeout", TIMEOUTS):
            return {"error": "No answer within 30 s.", "simulated": True}
        luck = dice if dice.falls("own luck", OWN_LUCK) else Dice(person="case", case_id=case_id, seed=SEED)
        is_right = luck.falls("right", self.rights[TOPICS.index(topic)])
        value = right if is_right else right + dice.pick("error", (-10, -2, 1, 2, 5, 20))
        latency_ms = round(self.speed_ms * (0.7 + 0.9 * dice.roll("speed")))
        return {"text": f"{value} euros", "latency_ms": latency_ms, "tokens_out": 2, "simulated": True}


RELEASES = (
    Release("1.0", (0.85, 0.75, 0.84, 0.70), 700),
    Release("1.1", (0.92, 0.84, 0.90, 0.80), 720),
    Release("1.2", (0.94, 0.45, 0.92, 0.84), 650),
    Release("1.3", (0.95, 0.86, 0.93, 0.85), 1150),
)
GATES = {
    "Release": (
        "exact_match.mean lower >= 0.65\nexact_match.mean >= baseline - 0.02\n"
        "exact_match.mean[topic=returns] >= 0.6\nfailed_share <= 5 %"
    ),
    "Answer time": "p(latency_ms, 95) <= 1500",
    "Returns beyond doubt": "exact_match.mean[topic=returns] lower >= 0.8",
}


@transaction.atomic
def begin(*, organization, by):
    """Keep the sums and the gates; returns the dataset version."""
    about = "Invented sums, and the simulated answers of four releases of an assistant."
    version = version_of(list(rows()), name=NAME, about=about, organization=organization, by=by)
    for name, expression in GATES.items():
        rule = "own" if "baseline" in expression else "none"
        dataset = version.dataset
        gates.create(
            organization=organization, name=name, expression=expression, dataset=dataset, baseline_rule=rule, by=by
        )
    return version


@transaction.atomic
def release(version, week, *, by):
    """Begin the evaluation of the release of a week, if it has one; scores and verdicts come from a worker."""
    for each in RELEASES[week : week + 1]:
        baseline = evaluation_of(version, RELEASES[min(week, 2) - 1]) if week else None
        if each is RELEASES[-1]:
            few = {"rate": FEW / CASES, "seed": SEED}
            _evaluate(version, each, baseline=baseline, about=A_FEW, sampling=few, by=by)
        _evaluate(version, each, baseline=baseline, by=by)


def evaluation_of(version, release, about=""):
    return Evaluation.objects.get(task__dataset_version=version, name=_name(release, about))


def rows():
    """The cases, each with the answer of every release."""
    for number in range(CASES):
        topic, case_id = TOPICS[number % len(TOPICS)], f"sum-{number + 1}"
        dice = Dice(person="case", case_id=case_id, seed=SEED)
        n, price, extra = (
            2 + int(7 * dice.roll("n")),
            15 + int(60 * dice.roll("price")),
            3 + int(9 * dice.roll("extra")),
        )
        right = {"orders": n * price + extra, "deliveries": (n - 1) * price + extra}.get(topic, n * price - extra)
        yield {
            "id": case_id,
            "question": QUESTIONS[topic].format(n=n, m=n + 3, price=price, extra=extra),
            "expected_output": f"{right} euros",
            "topic": topic,
            "size": "small" if n < 5 else "large",
        } | {release.name: release.answer(case_id, topic, right) for release in RELEASES}


def version_of(cases, *, name, about, organization, by):
    """A published version of a new dataset with these rows."""
    dataset = datasets.create(
        organization=organization, name=name, description=about, tags=["demo", "simulated"], by=by
    )
    file = File(io.BytesIO("\n".join(json.dumps(row) for row in cases).encode()), name="sums.jsonl")
    mapping = {
        "input": "question",
        "external_id": "id",
        "expected_output": "expected_output",
        "metadata": ["topic", "size"],
        "outputs": {release.name: release.name for release in RELEASES},
    }
    version = imports.run(version=datasets.receive(dataset=dataset, upload=file, mapping=mapping, by=by))
    version.refresh_from_db()
    return datasets.set_status(version=version, status="PUBLISHED", by=by)


def _evaluate(version, release, *, about="", by, **settings):
    return evaluations.create_batch(
        dataset_version=version,
        name=_name(release, about),
        output_name=release.name,
        metrics=METRICS,
        slice_by=["topic", "size"],
        type="REGRESSION",
        by=by,
        **settings,
    )


def _name(release, about):
    return ", ".join(filter(None, [f"Assistant {release.number} (simulated)", about]))
