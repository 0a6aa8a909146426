"""The Celery application; tasks live in each app's `tasks.py`."""

import functools
import os

from celery import Celery
from celery.contrib.django.task import DjangoTask
from celery.signals import worker_shutting_down
from django.db import transaction

from evalhub.lib import stopping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evalhub.settings")


class WakeUp(DjangoTask):
    """A message is only a wake-up: a broker that is away is logged, and the sweep finds the work."""

    def delay_on_commit(self, *args, **kwargs):
        transaction.on_commit(functools.partial(self.delay, *args, **kwargs), robust=True)


app = Celery("evalhub", task_cls=WakeUp)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_shutting_down.connect
def note_shutdown(**kwargs):
    stopping.event.set()
