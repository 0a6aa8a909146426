"""Places evidence on every stage of a rubric that fits."""

from evalhub.lib.translation import gettext_noop
from experiments.studies.scorers.placement import Placement
from reviews.scorers.parsers.score_gen_subset_2 import TolerantSubsetVerdict
from reviews.scorers.registry import MODEL, RUBRIC, registry


@registry.register("study_score_gen_subset")
class SubsetPlacement(Placement):
    title = gettext_noop("Scores the evidence with every level that fits")
    needs = frozenset({RUBRIC, MODEL})
    parser = TolerantSubsetVerdict()
    subset = True
