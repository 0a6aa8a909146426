"""The app of events and webhooks."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "evalhub.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from evalhub.lists import registry

        registry.add_package("evalhub.events.views.lists")
