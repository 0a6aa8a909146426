"""Money that is held and spent."""

from tests.mutants.mutant import Mutant

MUTANTS = [
    Mutant(
        name="the last cent of a budget cannot be spent",
        file="reviews/engine/limits/actions/budgets.py",
        old="taken + amount <= self.limit_usd",
        new="taken + amount < self.limit_usd",
        tests=("tests/reviews/engine/limits/actions/test_budgets.py",),
    ),
    Mutant(
        name="what did not fit stays held against the run",
        file="reviews/engine/limits/actions/budgets.py",
        old="        spending.add_to_run(run, reserved_usd=held - total)\n",
        new="",
        tests=("tests/reviews/engine/limits/actions/test_budgets.py",),
    ),
    Mutant(
        name="money that was held last month is given back to this one",
        file="reviews/engine/limits/actions/budgets.py",
        old="((reserved_at or at, -reserved_usd, NOTHING), (at, NOTHING, spent_usd))",
        new="((at, -reserved_usd, NOTHING), (at, NOTHING, spent_usd))",
        tests=("tests/reviews/engine/limits/actions/test_budgets.py",),
    ),
    Mutant(
        name="the month of a budget begins by the local clock",
        file="reviews/engine/limits/actions/spending.py",
        old="return moment.astimezone(datetime.UTC).date().replace(day=1)",
        new="return moment.date().replace(day=1)",
        tests=("tests/reviews/engine/limits/actions/test_budgets.py",),
    ),
]
