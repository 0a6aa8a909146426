"""What a run may do with its requests: when a stage ends, how often to try, when to batch, what to spend."""

from dataclasses import asdict, dataclass
from decimal import Decimal, InvalidOperation

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

EXACT, BEST_EFFORT, THROUGHPUT = "exact", "best_effort", "throughput"
COMPLETION_MODES = (EXACT, BEST_EFFORT, THROUGHPUT)
MOST_ATTEMPTS = 20
LARGEST_BATCH = 100_000
MOST_PARALLEL = 1_000


@dataclass(frozen=True)
class RunPolicy:
    """`completion_mode`: exact fails the run when a target is exhausted, best_effort goes on with the rest;
    both wait for a stage as a whole. throughput hands a target on as soon as it is through.

    `min_batch_size`: from so many waiting requests of a stage on they go out as a provider batch, where the provider
    has them; None: never. `max_attempts`: tries of one request, whatever failed, unreadable answers among them, which
    end it after three at the latest. Being refused as one too many uses up none.
    `repair_after_failures`: from so many unreadable answers on the model is shown its answer and what was wrong with
    it; None: never. `rate_limit_profile`: a profile's name, "" for the standard one. `budget_usd`: the run pauses
    before it would spend more; None: no limit. `reuse`: a question that was answered before in the
    organization, word for word by the same model, takes that answer and costs nothing. `max_parallel`: direct calls
    at the same time; None: as many as there is room for.
    """

    completion_mode: str = THROUGHPUT
    min_batch_size: int | None = 20
    max_attempts: int = 3
    repair_after_failures: int | None = 2
    rate_limit_profile: str = ""
    budget_usd: Decimal | None = None
    reuse: bool = False
    max_parallel: int | None = None

    @classmethod
    def read(cls, found):
        """From JSON, the other fields as standard; InvalidInput names what is wrong in it."""
        unknown = set(found) - set(cls.__dataclass_fields__)
        if unknown:
            valid = ", ".join(cls.__dataclass_fields__)
            words = _("The policy has %(met)s. Valid: %(valid)s.") % {"met": repr(sorted(unknown)), "valid": valid}
            raise InvalidInput(words, code="unknown_policy")
        policy = cls(**{**found, "budget_usd": _money(found.get("budget_usd"))})
        if policy.completion_mode not in COMPLETION_MODES:
            raise _invalid("completion_mode", policy.completion_mode, ", ".join(COMPLETION_MODES))
        _check_count("min_batch_size", policy.min_batch_size, LARGEST_BATCH, or_none=True)
        _check_count("max_attempts", policy.max_attempts, MOST_ATTEMPTS)
        _check_count("repair_after_failures", policy.repair_after_failures, MOST_ATTEMPTS, or_none=True)
        _check_count("max_parallel", policy.max_parallel, MOST_PARALLEL, or_none=True)
        if not isinstance(policy.rate_limit_profile, str):
            raise _invalid("rate_limit_profile", policy.rate_limit_profile, _("the name of a profile"))
        if not isinstance(policy.reuse, bool):
            raise _invalid("reuse", policy.reuse, _("true or false"))
        return policy

    @property
    def waits_for_stage(self):
        """Whether a stage begins only when the one before it is through."""
        return self.completion_mode != THROUGHPUT

    def as_json(self):
        """What `read` takes; money as a text, so that it stays exact."""
        return asdict(self) | {"budget_usd": None if self.budget_usd is None else str(self.budget_usd)}


def _check_count(name, value, most, *, or_none=False):
    if value is None and or_none:
        return
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        valid = _("a whole number from 1 to %(most)s, or null") if or_none else _("a whole number from 1 to %(most)s")
        raise _invalid(name, value, valid % {"most": most})


def _money(value):
    if value is None or value == "":
        return None
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        amount = Decimal("NaN")
    is_amount = amount.is_finite() and 0 < amount < 10**8 and int(amount.as_tuple().exponent) >= -10
    if isinstance(value, bool) or not is_amount:
        raise _invalid("budget_usd", value, _("an amount above 0 in US dollars, such as 12.50, or null"))
    return amount


def _invalid(name, value, valid):
    words = _("%(name)s is %(met)s. Valid: %(valid)s.")
    return InvalidInput(words % {"name": name, "met": repr(str(value)[:60]), "valid": valid}, code="invalid_policy")
