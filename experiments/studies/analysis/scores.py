"""The scores of a study as plain rows: bundles, lanes, rubrics, and what stands where they meet."""

from dataclasses import dataclass, field

SCORED, ABSTAINED, MISSING = "scored", "abstained", "missing"
# Why a score is missing: its rubric failed, it was not asked for yet, it is on its way, its request failed for good or
# was cancelled, its annotation was withdrawn, or a person has not answered.
REASONS = ("no_rubric", "not_asked", "waiting", "failed", "cancelled", "withdrawn", "unanswered")


@dataclass(frozen=True)
class Bundle:
    """`number` counts from 0; `labels` and `titles` are of its evidence, in the order in which it is read."""

    number: int
    name: str
    labels: tuple = ()
    titles: tuple = ()


@dataclass(frozen=True)
class Rubric:
    """A sample's rubric; `lengths` are of the stages' texts as scorers saw them, empty while there is no rubric.

    `observability` and `discriminability` are the critic's, None while it is silent.
    """

    sample: int
    model: str
    ordinal: int
    lengths: tuple = ()
    observability: float | None = None
    discriminability: float | None = None


@dataclass(frozen=True)
class Lane:
    """Whoever scores all evidence with one rubric. `model` is empty for a person."""

    key: str
    name: str
    model: str
    rubric: Rubric
    simulated: bool = False

    @property
    def group(self):
        """The model, or "people" for all persons together."""
        return self.model or "people"


@dataclass(frozen=True)
class Score:
    """What one lane says of one bundle; `stages` is empty unless it is scored.

    `reason` is one of REASONS when it is missing, `detail` says more. `agreement` is the critic's probability that an
    expert agrees, None while it is silent.
    """

    state: str
    stages: frozenset = frozenset()
    reason: str = ""
    detail: str = ""
    agreement: float | None = None
    annotation: int | None = None


@dataclass(frozen=True)
class Placed:
    """A Score with the lane and the bundle it belongs to."""

    lane: Lane
    bundle: Bundle
    score: Score


@dataclass(frozen=True)
class StudyScores:
    """`scores` is {(lane key, bundle number): Score}, complete."""

    scale_size: int
    bundles: tuple = ()
    lanes: tuple = ()
    scores: dict = field(default_factory=dict)

    def placed(self):
        """Every Placed score: lane after lane, in the order of the bundles."""
        return [
            Placed(lane, bundle, self.scores[lane.key, bundle.number]) for lane in self.lanes for bundle in self.bundles
        ]
