"""Load the demo organization, once, and print its logins."""

from django.core.management.base import BaseCommand, CommandError

from evalhub.demo import load
from evalhub.demo.people import DEMO_PASSWORD, PEOPLE
from evalhub.lib.errors import Conflict, Forbidden


class Command(BaseCommand):
    help = "Load the demo organization unless it is there already, whole or not at all, and print its logins."

    def handle(self, **options):
        try:
            load.load_demo()
        except load.NotEmpty as error:
            self.stdout.write(error.message)
            return
        except (Conflict, Forbidden) as error:
            raise CommandError(error.message) from error
        width = max(len(person.email) for person in PEOPLE)
        for person in PEOPLE:
            self.stdout.write(f"{person.email:<{width}}  {DEMO_PASSWORD}  {person.role}")
