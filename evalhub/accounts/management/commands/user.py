"""Create or update a person with a role in an organization."""

import secrets

from django.core.management.base import BaseCommand, CommandError

from evalhub.accounts.actions import people
from evalhub.accounts.models import Role, User
from evalhub.lib.errors import EvalHubError


class Command(BaseCommand):
    help = "Create or update a person: role, organization (made when new) and, when given, password."

    def add_arguments(self, parser):
        parser.add_argument("--email", required=True)
        parser.add_argument("--role", required=True, help=f"one of {', '.join(Role.values)}")
        parser.add_argument("--organization", required=True, metavar="SLUG")
        parser.add_argument(
            "--password",
            help="left as it is when not given; a new person gets one that is printed. A new one ends the API keys",
        )
        parser.add_argument("--name")

    def handle(self, *, email, role, organization, password, name, **options):
        is_new = not User.objects.filter(email=email.strip().lower()).exists()
        generated = secrets.token_urlsafe(12) if is_new and password is None else None
        try:
            membership = people.create_or_update(
                email=email, role=role, organization_slug=organization, password=password or generated, name=name
            )
        except EvalHubError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{membership.user.email} is {membership.role} of {membership.organization.slug}")
        if generated:
            self.stdout.write(f"password: {generated}")
