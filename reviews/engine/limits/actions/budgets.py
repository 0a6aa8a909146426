"""Budgets in US dollars: money is reserved before a request is sent, and settled with what it cost."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import connection
from django.db.models import Q
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from evalhub.lib.errors import Conflict
from reviews.engine.actions.reasons import MONTH_BUDGET, RUN_BUDGET
from reviews.engine.limits.actions import spending
from reviews.engine.limits.actions.spending_recount import recount
from reviews.engine.models import Budget, LLMAttempt, Spending

__all__ = [
    "BudgetState",
    "Exceeded",
    "recount",
    "reserve",
    "reserve_in_order",
    "charge",
    "state_of_month",
    "state_of_run",
]

RUN, ORGANIZATION = "run", "organization"
NOTHING = Decimal(0)


class Exceeded(Conflict):
    """A budget has no room for a request. `scope` is "run" or "organization" (its month); amounts are in USD.

    `may_fit_later`: beside what is spent it has, so there may be room once calls under way are settled: they are held
    at the most they may cost, and cost less.
    """

    def __init__(self, *, scope, limit_usd, spent_usd, reserved_usd, may_fit_later=False):
        self.may_fit_later = may_fit_later
        self.scope, self.limit_usd, self.spent_usd, self.reserved_usd = scope, limit_usd, spent_usd, reserved_usd
        amounts = {"limit": limit_usd, "spent": spent_usd, "reserved": reserved_usd}
        used_up = RUN_BUDGET if scope == RUN else MONTH_BUDGET
        self.reason = used_up(**{name: _dollars(amount) for name, amount in amounts.items()})
        super().__init__(str(self.reason), code="budget_exceeded")


@dataclass(frozen=True)
class BudgetState:
    """How a budget stands, in USD; `limit_usd` None is no limit.

    `unpriced_calls` may have cost money that nobody can count: the price or the usage is unknown.
    """

    limit_usd: Decimal | None
    spent_usd: Decimal
    reserved_usd: Decimal
    unpriced_calls: int


def reserve(run, amount_usd, *, at=None):
    """Hold the most that a request may cost against the organization's month and the run, or raise Exceeded.

    None, for a model without a known price, holds nothing and passes while any money is left. Call it in the
    transaction that writes the attempt; `at` is the attempt's `started_at`, now by default.
    """
    _, exceeded = reserve_in_order(run, [amount_usd], at=at)
    if exceeded is not None:
        raise exceeded


def reserve_in_order(run, amounts_usd, *, at=None):
    """Hold as many of the amounts, in order, as the budgets have room for.

    Returns how many, and the Exceeded that stopped the next one (None when all fit). Both sums stay locked until the
    transaction ends, the organization's month first; lock one organization's after another's in the order of ids.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("Money is reserved in the transaction that writes the attempts.")
    month = spending.month_of(at or timezone.now())
    found = Budget.objects.filter(organization=run.organization_id).values_list("monthly_usd", flat=True).first()
    total = sum((amount for amount in amounts_usd if amount is not None), NOTHING)
    accounts = [
        _Account(ORGANIZATION, found, total, *spending.add_to_month(run.organization_id, month, reserved_usd=total)),
        _Account(RUN, run.rules.budget_usd, total, *spending.add_to_run(run, reserved_usd=total)),
    ]
    count, held, exceeded = 0, NOTHING, None
    for amount in amounts_usd:
        full = [each.exceeded(held, amount) for each in accounts if not each.has_room(held, amount)]
        exceeded = next((each for each in full if not each.may_fit_later), full[0]) if full else None
        if exceeded is not None:
            break
        count, held = count + 1, held + (amount or NOTHING)
    if held < total:
        spending.add_to_month(run.organization_id, month, reserved_usd=held - total)
        spending.add_to_run(run, reserved_usd=held - total)
    return count, exceeded


def charge(run, *, reserved_usd, spent_usd, at=None, reserved_at=None):
    """Give back what was held and count what was spent, each None for nothing or unknown, or a sum of many attempts.

    Call it in the transaction that writes the attempts. `at` is their `started_at`, now by default; all of one month.
    `reserved_at` is when the money was reserved, where that was another time, as with a batch.
    """
    reserved_usd, spent_usd = reserved_usd or NOTHING, spent_usd or NOTHING
    at = at or timezone.now()
    changes = {}
    for moment, reserved, spent in ((reserved_at or at, -reserved_usd, NOTHING), (at, NOTHING, spent_usd)):
        before = changes.get(spending.month_of(moment), (NOTHING, NOTHING))
        changes[spending.month_of(moment)] = before[0] + reserved, before[1] + spent
    for month, (reserved, spent) in sorted(changes.items()):
        spending.add_to_month(run.organization_id, month, reserved_usd=reserved, spent_usd=spent)
    spending.add_to_run(run, reserved_usd=-reserved_usd, spent_usd=spent_usd)


def state_of_month(organization, *, at=None):
    """The BudgetState of an organization's month (UTC), the present one by default; three statements."""
    first, end = spending.span_of(at or timezone.now())
    budget = Budget.objects.filter(organization=organization).values_list("monthly_usd", flat=True).first()
    row = Spending.objects.filter(organization=organization, run=None, month=first.date()).first()
    calls = LLMAttempt.objects.filter(
        request__run__organization=organization, started_at__gte=first, started_at__lt=end
    )
    return _state(budget, row, calls)


def state_of_run(run):
    """The BudgetState of a run; two statements."""
    row = Spending.objects.filter(run=run).first()
    return _state(run.rules.budget_usd, row, LLMAttempt.objects.filter(request__run=run))


@dataclass(frozen=True)
class _Account:
    """One locked sum; `reserved_usd` holds `asked_usd` already, all that is asked for now."""

    scope: str
    limit_usd: Decimal | None
    asked_usd: Decimal
    spent_usd: Decimal
    reserved_usd: Decimal

    def has_room(self, held, amount):
        """For one more amount behind those of this call that are `held`; for an unknown one, when money is left."""
        if self.limit_usd is None:
            return True
        return self._fits(self.spent_usd + self._reserved(held), amount)

    def exceeded(self, held, amount):
        return Exceeded(
            scope=self.scope,
            limit_usd=self.limit_usd,
            spent_usd=self.spent_usd,
            reserved_usd=self._reserved(held),
            may_fit_later=self._fits(self.spent_usd, amount),
        )

    def _fits(self, taken, amount):
        return taken < self.limit_usd if amount is None else taken + amount <= self.limit_usd

    def _reserved(self, held):
        return self.reserved_usd - self.asked_usd + held


def _state(limit, row, calls):
    billed = Q(status__in=["ok", "unreadable", "lost", "late"])
    answered = billed | Q(prompt_tokens__isnull=False) | Q(error_class="timeout")
    return BudgetState(
        limit_usd=limit,
        spent_usd=row.spent_usd if row else NOTHING,
        reserved_usd=row.reserved_usd if row else NOTHING,
        unpriced_calls=calls.filter(answered, cost_usd=None, simulated=False).exclude(status="sent").count(),
    )


def _dollars(amount):
    """Cents, or as many digits as an amount below a cent has."""
    return f"{amount:.2f}" if amount >= Decimal("0.01") or not amount else f"{amount.normalize():f}"
