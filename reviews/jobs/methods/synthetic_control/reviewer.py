"""The reviewer of the method `synthetic_control`."""

from evalhub.lib.translation import gettext_noop
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer


@MethodReviewerRegistry.register("synthetic_control")
class SyntheticControlReviewer(MethodReviewer):
    title = gettext_noop("Synthetic control")
    prompt_name = "synthetic_control_review"
    description = gettext_noop("Synthetic controls: a treated unit against a weighted mix of untreated ones.")
    confidence_range = (0.60, 0.84)
