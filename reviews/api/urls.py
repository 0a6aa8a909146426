"""Addresses of reviews in the API, feature by feature, below /v1/."""

from reviews.audits.api import urls as audits
from reviews.costs.api import urls as costs
from reviews.engine.limits.api import urls as limits
from reviews.engine.runs.api import urls as runs
from reviews.jobs.api import urls as jobs
from reviews.quality.api import urls as quality
from reviews.scorers.api import urls as scorers
from reviews.scorers.library.api import urls as library

urlpatterns = [
    *runs.urlpatterns,
    *limits.urlpatterns,
    *costs.urlpatterns,
    *jobs.urlpatterns,
    *library.urlpatterns,
    *quality.urlpatterns,
    *scorers.urlpatterns,
    *audits.urlpatterns,
]
