"""The app of background work."""

from django.apps import AppConfig


class WorkConfig(AppConfig):
    name = "evalhub.work"
    label = "work"
    default_auto_field = "django.db.models.BigAutoField"
