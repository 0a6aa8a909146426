"""The WSGI application that granian serves."""

import os

from django.core.wsgi import get_wsgi_application

from evalhub.lib.processes.memory import Returned

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evalhub.settings")

application = Returned(get_wsgi_application())
