"""The address of the page of costs and quality."""

from django.urls import path

from reviews.costs.views import costs

urlpatterns = [path("costs/", costs.costs, name="costs")]
