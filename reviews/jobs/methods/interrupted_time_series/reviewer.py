"""The reviewer of the method `interrupted_time_series`."""

from evalhub.lib.translation import gettext_noop
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer


@MethodReviewerRegistry.register("interrupted_time_series")
class InterruptedTimeSeriesReviewer(MethodReviewer):
    title = gettext_noop("Interrupted time series")
    prompt_name = "interrupted_time_series_review"
    description = gettext_noop("Interrupted time series: one series before and after a dated change.")
    confidence_range = (0.40, 0.59)
