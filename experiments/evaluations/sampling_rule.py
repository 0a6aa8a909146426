"""Which of the outputs that arrive an online evaluation scores: read and checked, no database."""

from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

from annotations.labels.reading import ObjectReader, not_valid
from evalhub.lib.translation import gettext as _

MOST_SYSTEMS, MOST_FIELDS, LONGEST_VALUE = 20, 10, 500
MOST_PER_DAY = 1_000_000
LEAST_USD, MOST_USD = 0.0001, 1_000_000


@dataclass(frozen=True)
class SamplingRule:
    """`rate` is the share that is drawn, by a hash of `seed` and the output's id, so that it can be drawn again.

    `system_ids` and `metadata` {field: value} narrow what is drawn from; both empty: everything. At most `per_day`
    outputs of one day (UTC, when they occurred), and none while the calls of today have cost `usd_per_day`.
    """

    rate: float = 1.0
    seed: int = 0
    system_ids: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    per_day: int | None = None
    usd_per_day: float | None = None

    @classmethod
    def read(cls, given: Any) -> "SamplingRule":
        """From JSON; InvalidInput names the field, the value met and what is valid."""
        known = (
            {name: value for name, value in given.items() if value is not None} if isinstance(given, dict) else given
        )
        reader = ObjectReader({} if known is None else known, "sampling")
        rule = cls(
            rate=reader.number("rate", 1.0, minimum=0, maximum=1),
            seed=reader.number("seed", 0, minimum=0, maximum=2**31 - 1, whole=True),
            system_ids=_system_ids(reader),
            metadata=_metadata(reader.mapping("metadata", {})),
            per_day=reader.number("per_day", None, minimum=1, maximum=MOST_PER_DAY, whole=True),
            usd_per_day=reader.number("usd_per_day", None, minimum=LEAST_USD, maximum=MOST_USD),
        )
        reader.end()
        if not rule.rate:
            raise not_valid("sampling.rate", 0, _("a number above 0, up to 1"))
        return rule

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"system_ids": list(self.system_ids)}


def _system_ids(reader):
    if not reader.has("system_ids"):
        return ()
    given = reader.array("system_ids", minimum=0, maximum=MOST_SYSTEMS, of=_("ids of systems"))
    for each in given:
        try:
            UUID(each if isinstance(each, str) else "")
        except ValueError:
            raise not_valid("sampling.system_ids", each, _("the id of a system")) from None
    return tuple(dict.fromkeys(str(UUID(each)) for each in given))


def _metadata(given):
    if len(given) > MOST_FIELDS:
        raise not_valid(
            "sampling.metadata", given, _("up to %(most)d fields with the value of each") % {"most": MOST_FIELDS}
        )
    for name, value in given.items():
        is_plain = value is None or isinstance(value, bool | int | float) or isinstance(value, str)
        if not is_plain or len(str(value)) > LONGEST_VALUE:
            raise not_valid(f"sampling.metadata.{name[:60]}", value, _("a text, a number, true, false or null"))
    return given
