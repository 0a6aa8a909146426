"""The reviewer of the method `matching`."""

from evalhub.lib.translation import gettext_noop
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer


@MethodReviewerRegistry.register("matching")
class MatchingReviewer(MethodReviewer):
    title = gettext_noop("Matching")
    prompt_name = "matching_review"
    description = gettext_noop("Matching, weighting and subclassification on measured covariates.")
    confidence_range = (0.60, 0.84)
