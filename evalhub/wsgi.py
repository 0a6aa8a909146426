"""The WSGI application that granian serves."""

import os

from django.core.wsgi import get_wsgi_application

from evalhub.lib.processes.memory import Returned
from evalhub.lib.processes.sandbox import programs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "evalhub.settings")

application = Returned(get_wsgi_application())
programs.forbid()
