"""All addresses: pages, the API under /v1/, sign-in and health."""

from django.urls import include, path

from evalhub import views
from evalhub.api_schema import SchemaView, docs
from evalhub.design import design
from evalhub.finding import find
from evalhub.home import start
from evalhub.home.views import counts, home

handler404 = "evalhub.views.not_found"
handler500 = "evalhub.views.server_error"
handler403 = "evalhub.views.forbidden"
handler400 = "evalhub.views.bad_request"

urlpatterns = [
    # A request tries the addresses in this order: what annotators send with every answer comes first.
    path("v1/", include("annotations.api.urls")),
    path("", include("annotations.urls")),
    path("", home, name="dashboard"),
    path("counts/", counts, name="counts"),
    path("start/", start.start, name="start"),
    path("start/sample/<slug:purpose>/", start.sample_create, name="sample_create"),
    path("start/remove-samples/", start.sample_remove, name="sample_remove"),
    path("design/", design, name="design"),
    path("find/", find, name="find"),
    path("healthz", views.healthz, name="healthz"),
    path("accounts/", include("evalhub.accounts.entry_urls")),
    path("", include("evalhub.accounts.urls")),
    path("webhooks/", include("evalhub.events.urls")),
    path("datasets/", include("datasets.urls")),
    path("", include("reviews.urls")),
    path("benchmarks/", include("experiments.benchmarks.urls")),
    path("", include("experiments.urls")),
    path("v1/schema/", SchemaView.as_view(), name="api_schema"),
    path("v1/docs/", docs, name="api_docs"),
    path("v1/", include("evalhub.accounts.api.urls")),
    path("v1/", include("evalhub.events.api.urls")),
    path("v1/", include("datasets.api.urls")),
    path("v1/", include("reviews.api.urls")),
    path("v1/", include("experiments.studies.api.urls")),
    path("v1/", include("experiments.evaluations.api.urls")),
    path("v1/", include("experiments.gates.api.urls")),
    path("v1/", include("experiments.trials.api.urls")),
    path("v1/", include("experiments.benchmarks.api.urls")),
]
