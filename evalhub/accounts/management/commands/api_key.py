"""Print a new API key for a person, and nothing else."""

import datetime

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from evalhub.accounts import bindings
from evalhub.accounts.actions import api_keys
from evalhub.accounts.models import Membership
from evalhub.lib.errors import EvalHubError

MOST_DAYS = 36_500
DAYS = 90


class Command(BaseCommand):
    help = "Make an API key that acts as this person and print only the key."

    def add_arguments(self, parser):
        parser.add_argument("--email", required=True)
        parser.add_argument("--name", required=True, help="what uses the key")
        parser.add_argument("--organization", metavar="SLUG", help="needed when the person is in several")
        parser.add_argument("--scopes", help="comma-separated; all that the role may use but admin when not given")
        for kind, each in bindings.registry.items():
            parser.add_argument(f"--{kind}", metavar="ID", help=f"bind it to one {each.noun}")
        parser.add_argument("--days", type=int, help=f"days until it expires; {DAYS} when not given")
        parser.add_argument("--no-expiry", action="store_true", help="it never expires")

    def handle(self, *, email, name, organization, scopes, days, no_expiry, **options):
        found = Membership.objects.select_related("user", "organization").filter(user__email=email.strip().lower())
        if organization:
            found = found.filter(organization__slug=organization)
        memberships = list(found[:2])
        if not memberships:
            raise CommandError(f"No member with the email {email!r}. Create one with: manage.py user --email {email}")
        if len(memberships) > 1:
            raise CommandError(f"{email} is in several organizations. Say which with --organization SLUG.")
        if days is not None and no_expiry:
            raise CommandError("--days and --no-expiry contradict each other. Give one of them.")
        days = DAYS if days is None else days
        if not 1 <= days <= MOST_DAYS:
            raise CommandError(f"--days is {days}. Valid values: 1 to {MOST_DAYS}.")
        expires_at = None if no_expiry else timezone.now() + datetime.timedelta(days=days)
        bound = {
            kind: self.object_of(each, memberships[0], options[kind])
            for kind, each in bindings.registry.items()
            if options.get(kind)
        }
        wanted = [scope.strip() for scope in scopes.split(",")] if scopes else None
        try:
            issued = api_keys.issue(
                membership=memberships[0], name=name, scopes=wanted, expires_at=expires_at, bound=bound
            )
        except EvalHubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(issued.secret)

    def object_of(self, kind, membership, object_id):
        try:
            return kind.objects(membership).get(pk=object_id)
        except (ObjectDoesNotExist, ValidationError):
            raise CommandError(f"There is no {kind.noun} {object_id!r} that the person may see.") from None
