"""What a group of scores comes to: pools, the use of the scale, belief and its conflict, bias towards long stages."""

from collections import Counter
from dataclasses import dataclass
from statistics import fmean

from evalhub.lib.errors import InvalidInput
from experiments.studies.analysis.scores import MISSING
from experiments.studies.pooling.belief import Source, closed_world, open_world
from experiments.studies.pooling.geometry import Geometry, LengthBias, geometry, length_bias
from experiments.studies.pooling.opinions import (
    entropy,
    expected_stage,
    linear_pool,
    log_pool,
    mid_scale_mass,
    stage_vector,
)

EQUAL, CRITICS = "equal", "critics"
KEYS = {
    "lane": lambda placed: placed.lane.key,
    "model": lambda placed: placed.lane.group,
    "rubric_model": lambda placed: placed.lane.rubric.model,
    "sample": lambda placed: placed.lane.rubric.sample,
    "bundle": lambda placed: placed.bundle.number,
}


@dataclass(frozen=True)
class Belief:
    """`texts` is {bundle number: Combined} of the texts with a source, in their order."""

    texts: dict

    @property
    def conflict(self):
        """The mean conflict within a text; None without any."""
        return fmean(found.conflict for found in self.texts.values()) if self.texts else None

    @property
    def alone(self):
        """The Combined of the only text, else None: of several texts there is no common belief."""
        return next(iter(self.texts.values())) if len(self.texts) == 1 else None


@dataclass(frozen=True)
class Summary:
    """`linear` and `log` are distributions over the stages, None when nobody scored; the numbers after them are of
    `linear`. `missing` is {reason: how many}; `geometry` leaves these out.

    The belief functions are a diagnostic of conflict, and combine the scores of one text: `open_world` and
    `closed_world` are Beliefs over the group's texts.
    """

    geometry: Geometry
    missing: dict
    linear: tuple | None
    log: tuple | None
    expected_stage: float | None
    entropy: float | None
    mid_scale_mass: float | None
    open_world: Belief
    closed_world: Belief
    length_bias: LengthBias


def by(study, key, *, weights=EQUAL):
    """{value of the key: Summary} of StudyScores, in the order in which the values come; `key` is one of KEYS.

    With the weights of the critics a score counts as much as they trust it: its agreement times its rubric's
    observability and discriminability, a critic that is silent counting as 1.
    """
    if key not in KEYS:
        raise InvalidInput(f"The scores are grouped by {key!r}. Valid: {', '.join(KEYS)}.", code="unknown_group")
    if weights not in (EQUAL, CRITICS):
        raise InvalidInput(f"weights is {weights!r}. Valid: {EQUAL}, {CRITICS}.", code="unknown_weights")
    groups = {}
    for placed in study.placed():
        groups.setdefault(KEYS[key](placed), []).append(placed)
    return {value: summary(group, study.scale_size, weights=weights) for value, group in groups.items()}


def summary(group, n, *, weights=EQUAL):
    """The Summary of Placed scores on a scale of `n` stages."""
    given = [placed for placed in group if placed.score.state != MISSING]
    sources = [_source(placed) for placed in given]
    vectors = [stage_vector(source.selected, n) for source in sources]
    weighed = None if weights == EQUAL else [_weight(source) for source in sources]
    linear = linear_pool(vectors, weighed)
    return Summary(
        geometry=geometry(source.selected for source in sources),
        missing=dict(Counter(placed.score.reason for placed in group if placed.score.state == MISSING)),
        linear=linear,
        log=log_pool(vectors, weighed),
        expected_stage=expected_stage(linear),
        entropy=entropy(linear),
        mid_scale_mass=mid_scale_mass(linear),
        open_world=_belief(open_world, given, n),
        closed_world=_belief(closed_world, given, n),
        length_bias=length_bias(
            [
                ((placed.lane.rubric.sample, placed.lane.rubric.model), placed.score.stages, placed.lane.rubric.lengths)
                for placed in given
            ]
        ),
    )


def _belief(world, given, n):
    """The Belief of Placed scores in the open or the closed world, combined text by text."""
    by_text = {}
    for placed in given:
        by_text.setdefault(placed.bundle.number, []).append(_source(placed))
    combined = {number: world(sources, n) for number, sources in sorted(by_text.items())}
    return Belief({number: found for number, found in combined.items() if not found.reason})


def _source(placed):
    rubric = placed.lane.rubric
    return Source(
        selected=placed.score.stages,
        agreement=_or_one(placed.score.agreement),
        observability=_or_one(rubric.observability),
        discriminability=_or_one(rubric.discriminability),
    )


def _or_one(value):
    return 1.0 if value is None else value


def _weight(source):
    return source.agreement * source.observability * source.discriminability
