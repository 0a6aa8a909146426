"""The reviewer of the method `metrics_approximation`."""

from evalhub.lib.translation import gettext_noop
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer


@MethodReviewerRegistry.register("metrics_approximation")
class MetricsApproximationReviewer(MethodReviewer):
    title = gettext_noop("Metrics approximation")
    prompt_name = "metrics_approximation_review"
    description = gettext_noop("Impacts computed from a proxy metric and not measured on the outcome.")
    confidence_range = (0.20, 0.39)
