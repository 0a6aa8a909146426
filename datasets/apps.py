"""The app `datasets`."""

from django.apps import AppConfig


class DatasetsConfig(AppConfig):
    name = "datasets"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self):
        from evalhub.lists import registry

        registry.add_package("datasets.views.lists")
