"""Addresses of the prompts and the knowledge of methods in the API, below /v1/."""

from django.urls import path

from reviews.jobs.documents.api import methods

METHOD_PART = "reviews/methods/<str:model_type>/<str:part>"

urlpatterns = [
    path("reviews/methods", methods.MethodList.as_view(), name="api_method_list"),
    path(METHOD_PART, methods.MethodPart.as_view(), name="api_method_part"),
    path(f"{METHOD_PART}/draft", methods.MethodDraft.as_view(), name="api_method_draft"),
    path(f"{METHOD_PART}/publish", methods.MethodPublish.as_view(), name="api_method_publish"),
]
