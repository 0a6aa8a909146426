"""Who holds what, and until when."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="a lease is extended although another page took it over meanwhile",
        file="annotations/queue/actions/claims.py",
        old="filter(pk=row.pk, token=row.token, state=row.state)",
        new="filter(pk=row.pk, state=row.state)",
        tests=("tests/annotations/queue/test_lease_races.py",),
    ),
    Mutant(
        name="the lease that ran out ends those beside it on the item",
        file="annotations/queue/actions/leases.py",
        old="run_out = Assignment.objects.holding().filter(item=item, lease_until__lt=Now())",
        new="run_out = Assignment.objects.holding().filter(item=item)",
        tests=("tests/annotations/queue/actions/test_leases.py",),
    ),
    Mutant(
        name="a worker that lost its lease still ends the work",
        file="evalhub/lib/leases.py",
        old='filter(pk=self.pk, state="running", lease_owner=self.lease_owner)',
        new='filter(pk=self.pk, state="running")',
        tests=("tests/lib/test_leases.py",),
    ),
    Mutant(
        name="an item that was laid aside does not come next",
        file="annotations/queue/actions/leases.py",
        old=".update(position=item.position - 1)",
        new=".update(position=item.position)",
        tests=("tests/annotations/queue/actions/test_leases.py",),
    ),
]
