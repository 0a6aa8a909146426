"""How numbers are written on pages and pictures, and where an axis puts its ticks."""

import math
from collections.abc import Callable

from evalhub.lib.translation import gettext as _

MINUS = "\N{MINUS SIGN}"
STEPS = (1, 2, 2.5, 5, 10)


def point(value: float, places: int = 2) -> str:
    """A coefficient: 0.74, −0.05, 1.00; what rounds to nothing has no sign."""
    text = f"{value:.{places}f}"
    return text.replace("-", MINUS) if float(text) else text.lstrip("-")


def interval(low: float | None, high: float | None, level: int = 95, *, write: Callable[[float], str] = point) -> str:
    """`95 % CI 0.61 to 0.84`, `80 % 48 to 60` for a forecast, or nothing where none is known; `write` has the unit."""
    if low is None or high is None:
        return ""
    words = _("%(level)s %% CI %(low)s to %(high)s") if level == 95 else _("%(level)s %% %(low)s to %(high)s")
    return words % {"level": level, "low": write(low), "high": write(high)}


def share(value: float) -> str:
    """A share, 0 to 1, in whole per cent; what is not nothing is never written as 0 %."""
    if 0 < value < 0.01:
        return "<1 %"
    if 0.99 < value < 1:
        return ">99 %"
    return f"{value * 100:.0f} %"


def percent(value: float) -> str:
    """A share, 0 to 1, in per cent with one digit after the point: 8.3 %."""
    return f"{value * 100:.1f} %"


def percent_short(value: float) -> str:
    """A share on an axis, or a threshold as forms take it: 2.5 %, 10 %, 66.7 %."""
    return f"{100 * value:.3g} %"


def counted(number: int) -> str:
    """How many cases stand behind a figure: `n 1,234`."""
    return _("n %(n)s") % {"n": count(number)}


def count(value: int) -> str:
    """1234567 as 1,234,567."""
    return f"{value:,}"


def usd(value: float) -> str:
    """An amount with three digits that count, however small: $0.0000123, $1.50."""
    if value >= 1:
        return f"${value:,.2f}"
    places = 2
    while places < 12 and value * 10**places < 99.95:
        places += 1
    return f"${value:.{places}f}".rstrip("0").rstrip(".")


def usd_short(value: float) -> str:
    """An amount for an axis: $25, $0.005."""
    return f"${value:,.0f}" if value >= 10 else usd(value).removesuffix(".00")


def seconds(value: float) -> str:
    """A time as 0.42 s, 2.1 s, 34 s."""
    return f"{value:.2f} s" if 0 < value < 1 else f"{value:.1f} s" if value < 10 else f"{value:,.0f} s"


def seconds_short(value: float) -> str:
    """A time on an axis: 2.5 s, 10 s."""
    return f"{value:,.3g} s"


def short(value: float) -> str:
    """A number as short as it goes without hiding what is small: 1,234.5, 0.0012; nothing has no sign."""
    value = value or 0.0
    text = f"{value:,.0f}" if 1e6 <= abs(value) < 1e15 else f"{value:,.6g}"
    return MINUS + text[1:] if text.startswith("-") else text


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from `low` to `high`, at most `most` of them, both ends covered."""
    if not high > low:
        high = low + 1
    rough = (high - low) / (most - 1)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * s for s in STEPS if power * s >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


def tick_label(value: float) -> str:
    """A tick as short as its number allows."""
    if value == 0:
        return "0"
    text = f"{value:.3f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:,.10g}"
    return text.replace("-", MINUS, 1)
