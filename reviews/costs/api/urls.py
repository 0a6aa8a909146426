"""The address of costs and quality in the API, below /v1/."""

from django.urls import path

from reviews.costs.api import costs

urlpatterns = [path("costs", costs.Costs.as_view(), name="api_costs")]
