"""Print a link that makes whoever opens it first the admin, as long as there is none."""

from django.conf import settings
from django.core.management.base import BaseCommand

from evalhub.accounts.actions import invitations


class Command(BaseCommand):
    help = "Print a one-time link that makes its first user the admin; prints nothing where an admin exists."

    def handle(self, **options):
        issued = invitations.invite_first_admin()
        if issued is None:
            return
        self.stdout.write("There is no admin yet. Whoever opens this link becomes one; it works once, for 72 hours:")
        self.stdout.write(settings.PUBLIC_URL + issued.invitation.get_absolute_url(issued.token))
