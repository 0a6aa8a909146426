"""The app that wires the project: Celery, checks, template tags and project commands."""

from django.apps import AppConfig


class EvalHubConfig(AppConfig):
    name = "evalhub"
    label = "evalhub"

    def ready(self):
        from django.utils import translation

        from evalhub import celery, checks  # noqa: F401  (both register themselves)
        from evalhub.lib import egress
        from evalhub.lib import translation as words

        egress.install()
        words.speak(translation)
