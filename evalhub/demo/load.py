"""Load the demo organization from the file that `make demo` writes, its dates moved to today."""

import datetime
import os
import re
from functools import cache

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from evalhub.accounts.models import Organization
from evalhub.demo import rows
from evalhub.demo.people import ORGANIZATION
from evalhub.events import signatures
from evalhub.events.models import WebhookEndpoint
from evalhub.lib import encryption
from evalhub.lib.errors import Conflict, Forbidden
from reviews.engine.client.endpoints import SIMULATED_VARIABLE

# The day after the last one in the file; no other text of the demo has a date of that year.
WRITTEN_ON = datetime.date(2001, 6, 15)
DATE = re.compile(rf"\b{WRITTEN_ON.year}-\d\d-\d\d")
# What stands in the file for what each installation has of its own.
FILES, PROVIDER = "{files of this installation}", "{address of the simulated provider}"


class NotEmpty(Conflict):
    code = "database_not_empty"


def load_demo():
    """Load everything, or find it loaded; returns whether it was loaded now. Only the embedded database gets it."""
    if not settings.EMBEDDED_DATABASE:
        raise Forbidden(
            _("The demo people have a published password and exist only in the embedded database of make up.")
        )
    if Organization.objects.filter(slug=ORGANIZATION.slug).exists():
        return False
    if Organization.objects.exists():
        raise NotEmpty("The demo organization needs an empty database. Start with another EVALHUB_HOME.")
    file = rows.read(_of_this_installation)
    with transaction.atomic():
        rows.insert(file.tables)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE reviews_spending SET month = date_trunc('month', month)")
        WebhookEndpoint.objects.update(encrypted=encryption.encrypt(signatures.new_secret()))
        for name, text in file.files.items():
            path = settings.FILES / name
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.write_bytes(text.encode())
    return True


def _of_this_installation(text):
    """The text of the file with every date moved by the same number of days, and with the own folder and address."""
    passed = timezone.now().astimezone(datetime.UTC).date() - WRITTEN_ON

    @cache
    def moved(date):
        return (datetime.date.fromisoformat(date) + passed).isoformat()

    provider = os.environ.get(SIMULATED_VARIABLE, "").rstrip("/") or settings.PUBLIC_URL
    text = text.replace(FILES, str(settings.FILES.resolve())).replace(PROVIDER, provider)
    return DATE.sub(lambda found: moved(found[0]), text)
