"""Pages of reviews, feature by feature."""

from reviews.audits import urls as audits
from reviews.engine import urls as engine
from reviews.jobs import urls as jobs
from reviews.jobs.documents import urls as documents
from reviews.quality import urls as quality
from reviews.scorers import urls as scorers

app_name = "reviews"

urlpatterns = [
    *audits.urlpatterns,
    *engine.urlpatterns,
    *scorers.urlpatterns,
    *jobs.urlpatterns,
    *documents.urlpatterns,
    *quality.urlpatterns,
]
