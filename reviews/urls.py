"""Pages of reviews, feature by feature."""

from reviews.audits import urls as audits
from reviews.costs import urls as costs
from reviews.engine import urls as engine
from reviews.jobs import urls as jobs
from reviews.quality import urls as quality
from reviews.scorers import urls as scorers
from reviews.scorers.library import urls as library

app_name = "reviews"

urlpatterns = [
    *audits.urlpatterns,
    *engine.urlpatterns,
    *costs.urlpatterns,
    *scorers.urlpatterns,
    *jobs.urlpatterns,
    *library.urlpatterns,
    *quality.urlpatterns,
]
