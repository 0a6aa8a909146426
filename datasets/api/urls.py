"""Addresses of the API of `datasets`, below /v1/."""

urlpatterns = []
