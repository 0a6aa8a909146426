"""Load the demo organization, once; or print its logins."""

from django.core.management.base import BaseCommand, CommandError

from evalhub.demo import load
from evalhub.demo.people import DEMO_PASSWORD, PEOPLE
from evalhub.lib.errors import Forbidden


class Command(BaseCommand):
    help = "Load the demo organization unless it is there already. It is loaded whole or not at all."

    def add_arguments(self, parser):
        parser.add_argument("--logins", action="store_true", help="only print e-mail, password and role of each person")

    def handle(self, *, logins, **options):
        if not logins:
            try:
                loaded = load.load_demo()
            except Forbidden as error:
                raise CommandError(error.message) from error
            self.stdout.write("Demo organization loaded." if loaded else "The demo organization is there already.")
            return
        width = max(len(person.email) for person in PEOPLE)
        for person in PEOPLE:
            self.stdout.write(f"{person.email:<{width}}  {DEMO_PASSWORD}  {person.role}")
