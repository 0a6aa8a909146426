"""The reviewer of the method `experiment`."""

from evalhub.lib.translation import gettext_noop
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer


@MethodReviewerRegistry.register("experiment")
class ExperimentReviewer(MethodReviewer):
    title = gettext_noop("Experiment")
    prompt_name = "experiment_review"
    description = gettext_noop("Randomized experiments: treatment is assigned at random.")
    confidence_range = (0.85, 1.00)
