"""The reviewer of the method `quasi_experimental`."""

from evalhub.lib.translation import gettext_noop
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer


@MethodReviewerRegistry.register("quasi_experimental")
class QuasiExperimentalReviewer(MethodReviewer):
    title = gettext_noop("Quasi-experiment")
    prompt_name = "quasi_experimental_review"
    description = gettext_noop(
        "Quasi-experiments: difference-in-differences, regression discontinuity, instrumental variables."
    )
    confidence_range = (0.60, 0.85)
