"""The app that wires the project: Celery, checks, template tags and project commands."""

from urllib.parse import urlsplit

from django.apps import AppConfig


class EvalHubConfig(AppConfig):
    name = "evalhub"
    label = "evalhub"

    def ready(self):
        from django.conf import settings
        from django.utils import translation

        from evalhub import celery, checks  # noqa: F401  (both register themselves)
        from evalhub.lib import egress
        from evalhub.lib import translation as words
        from evalhub.lib.processes.sandbox import programs

        egress.install()
        words.speak(translation)
        if settings.SANDBOX:
            sockets = settings.DATABASES["default"]["HOST"], urlsplit(settings.REDIS_URL).path
            programs.allow(hidden=[str(path) for path in (settings.BASE_DIR, settings.HOME, settings.FILES, *sockets)])
