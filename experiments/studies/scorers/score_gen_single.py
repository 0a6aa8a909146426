"""Places evidence on exactly one stage of a rubric."""

from evalhub.lib.translation import gettext_noop
from experiments.studies.scorers.placement import Placement
from reviews.scorers.parsers.score_gen_single_2 import TolerantSingleVerdict
from reviews.scorers.registry import MODEL, RUBRIC, registry


@registry.register("study_score_gen_single")
class SinglePlacement(Placement):
    title = gettext_noop("Scores the evidence with one level")
    needs = frozenset({RUBRIC, MODEL})
    parser = TolerantSingleVerdict()
