"""The reviewer of the method `observational`."""

from evalhub.lib.translation import gettext_noop
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer


@MethodReviewerRegistry.register("observational")
class ObservationalReviewer(MethodReviewer):
    title = gettext_noop("Observational study")
    prompt_name = "observational_review"
    description = gettext_noop("Observational comparisons that rest on regression adjustment.")
    confidence_range = (0.20, 0.39)
