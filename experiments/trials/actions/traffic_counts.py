"""What units and outcomes come to, kept up to date by adding those that came since."""

from django.db import connection, transaction
from django.utils.translation import gettext_lazy

from evalhub.lib.database import statements
from evalhub.work.sweep import Sweep
from experiments.trials.actions import traffic
from experiments.trials.models import Experiment

BLOCK = 200_000  # outcomes in one transaction, in which nobody writes others
sql = statements.of_feature(__file__)


@transaction.atomic
def count(*, experiment: Experiment) -> bool:
    """Count the next block of outcomes and allocations into the summaries; False where none was left.

    Under the lock of all writers: an id below the last one that is seen never comes later.
    """
    if _uncounted(experiment) is None:
        return False
    traffic.hold_alone(experiment)
    found = _uncounted(experiment)
    if found is None:  # somebody else was quicker
        return False
    with connection.cursor() as cursor:
        cursor.execute(sql("count_traffic"), {"experiment": experiment.pk, **found})
    return True


def count_all(*, experiment: Experiment) -> None:
    """Until nothing is left to count."""
    while count(experiment=experiment):
        pass


TRAFFIC = Sweep(
    "traffic",
    title=gettext_lazy("Outcomes of experiments"),
    rows=Experiment.objects.on_traffic,
    work=lambda experiment: count_all(experiment=experiment),
    in_steps=True,
)


def _uncounted(experiment):
    with connection.cursor() as cursor:
        cursor.execute(sql("uncounted_traffic"), {"experiment": experiment.pk, "most": BLOCK})
        row = cursor.fetchone()
    names = ("outcomes_after", "outcomes_to", "allocations_after", "allocations_to")
    found = dict(zip(names, row, strict=True))
    is_new = found["outcomes_to"] > found["outcomes_after"] or found["allocations_to"] > found["allocations_after"]
    return found if is_new else None
