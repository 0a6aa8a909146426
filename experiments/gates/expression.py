"""The language of gates, read into conditions.

    faithfulness.mean >= baseline - 0.02
    correctness.mean lower >= 0.8
    p(latency_ms, 95) <= 2000 and failed_share <= 0.01
    correctness.mean[topic="Device setup", language=en] >= 0.7

A condition compares a figure with a limit: a number, or the baseline's same figure, times or plus a number. `lower`
and `upper` take an end of the figure's interval instead (against a baseline: of the interval of the difference).
Brackets take only the cases with these values in their metadata. Conditions are joined by `and`, `or`, parentheses and
new lines, which mean `and`.
"""

import re
from dataclasses import dataclass

from evalhub.lib import foreign_values
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

MOST_CHARACTERS = 2_000
MOST_CONDITIONS = 50
MEASURES = ("latency_ms", "cost_usd", "tokens_in", "tokens_out")
SHARES = ("failed_share", "scored_share")
STATISTICS = ("mean", "median", "p50", "p95", "pass_share", *SHARES, "n_scored")
OPERATORS = (">=", "<=", ">", "<", "==")
BOUNDS = ("lower", "upper")
BASELINE = "baseline"
_QUANTILES = {"median": 0.5, "p50": 0.5, "p95": 0.95}
_TOKEN = re.compile(
    r"(?P<number>(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?)|(?P<name>[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z_][A-Za-z0-9_]*)*)"
    r'|(?P<quoted>"[^"\n]*")|(?P<sign>>=|<=|==|[<>()\[\]=+\-*.,%])'
    r"|(?P<line>[ \t]*(\r?\n)+)|(?P<blank>[ \t]+)|(?P<other>.)"
)


class InvalidGate(InvalidInput):
    code = "invalid_gate"


@dataclass(frozen=True)
class Figure:
    """`metric`: a question's key, one of MEASURES, or "" for a share of all scores; `quantile` goes with "quantile".

    `slice`: the (field, value) pairs that the metadata of its cases have; () for all cases.
    """

    metric: str
    statistic: str
    quantile: float | None = None
    slice: tuple[tuple[str, str], ...] = ()

    def __str__(self):
        where = f"[{self.slice_text}]" if self.slice else ""
        if self.statistic == "quantile":
            return f"p({self.metric}, {100 * (self.quantile or 0):g}){where}"
        return f"{self.metric}.{self.statistic}{where}" if self.metric else self.statistic

    @property
    def slice_text(self) -> str:
        return ", ".join(f'{name}="{value}"' for name, value in self.slice)


@dataclass(frozen=True)
class Limit:
    """`plus`, or the baseline's figure times `times` plus `plus`."""

    plus: float
    of_baseline: bool = False
    times: float = 1.0


@dataclass(frozen=True)
class Condition:
    """`text` is its part of the expression; bound "" compares the figure itself."""

    figure: Figure
    bound: str
    operator: str
    limit: Limit
    text: str


@dataclass(frozen=True)
class Group:
    """`joined` is "and" or "or"."""

    joined: str
    parts: tuple["Group | Condition", ...]


def read(text: str) -> Group | Condition:
    """The conditions of an expression. InvalidGate says what is wrong, at which place, and what is valid there."""
    if not isinstance(text, str) or not text.strip() or len(text) > MOST_CHARACTERS:
        words = _("The expression is %(met)s. Valid: 1 to %(most)d characters, such as %(example)s.")
        met = repr(text)[:40] if not isinstance(text, str) or len(text) < 40 else f"{len(text)} characters long"
        example = "faithfulness.mean >= 0.8"
        raise InvalidGate(words % {"met": met, "most": MOST_CHARACTERS, "example": example})
    reader = _Reader(text)
    found = reader.any_of()
    if reader.token.kind != "end":
        raise reader.refused(_("the end, and, or"))
    if len(conditions_of(found)) > MOST_CONDITIONS:
        raise InvalidGate(_("The expression has more than %(most)d conditions.") % {"most": MOST_CONDITIONS})
    return found


def conditions_of(group: Group | Condition) -> list[Condition]:
    """All conditions in their order."""
    return [group] if isinstance(group, Condition) else [each for part in group.parts for each in conditions_of(part)]


def needs_baseline(group: Group | Condition) -> bool:
    return any(each.limit.of_baseline for each in conditions_of(group))


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    start: int


class _Reader:
    """Reads by recursive descent: any_of > all_of > one > condition."""

    def __init__(self, text):
        self.text, self.place, self.depth = text, 0, 0
        found = [_Token(match.lastgroup or "", match.group(), match.start()) for match in _matches(text)]
        self.tokens = [*_without_idle_lines(found), _Token("end", "", len(text))]

    @property
    def token(self):
        return self.tokens[self.place]

    def any_of(self):
        parts = [self.all_of()]
        while self.taken("or"):
            parts.append(self.all_of())
        return parts[0] if len(parts) == 1 else Group("or", tuple(parts))

    def all_of(self):
        parts = [self.one()]
        while self.taken("and") or self.taken_line():
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else Group("and", tuple(parts))

    def one(self):
        if not self.taken("("):
            return self.condition()
        self.depth += 1
        if self.depth > MOST_CONDITIONS:
            raise self.refused(_("fewer parentheses"))
        found = self.any_of()
        self.expect(")")
        self.depth -= 1
        return found

    def condition(self):
        start = self.token.start
        figure = self.figure()
        bound = next((each for each in BOUNDS if self.taken(each)), "")
        if self.token.text not in OPERATORS:
            raise self.refused(", ".join((*(() if bound else BOUNDS), *OPERATORS)))
        operator = self.taken(self.token.text)
        place = self.place
        limit = self.limit()
        if bound and limit.times != 1:
            self.place = place
            raise self.refused(_("a limit without *, as the interval is that of a difference"))
        end = self.tokens[self.place - 1]
        return Condition(figure, bound, operator, limit, self.text[start : end.start + len(end.text)].strip())

    def figure(self):
        token = self.token
        if token.kind != "name" or token.text in ("and", "or", BASELINE, *BOUNDS):
            raise self.refused(_("a metric and a statistic, such as correctness.mean"))
        name = self.taken(token.text)
        if name == "p" and self.taken("("):
            return self.quantile()
        if name in SHARES:
            if self.token.text == "[":
                raise self.refused(_("a slice of one metric, such as correctness.%(name)s[…]") % {"name": name})
            return Figure("", name)
        self.expect(".")
        statistic = self.token.text
        if statistic not in STATISTICS:
            raise self.refused(", ".join(STATISTICS))
        self.taken(statistic)
        quantile = _QUANTILES.get(statistic)
        return Figure(name, statistic if quantile is None else "quantile", quantile, self.slice())

    def slice(self):
        """The (field, value) pairs in brackets, () without any."""
        found = {}
        if not self.taken("["):
            return ()
        while not found or self.taken(","):
            name = self.token.text.strip('"')
            if self.token.kind not in ("name", "quoted") or not name or name in found:
                raise self.refused(_("a field of the metadata, each once"))
            self.taken(self.token.text)
            self.expect("=")
            if self.token.kind not in ("name", "quoted", "number"):
                raise self.refused(_("a value, in quotes where it is more than one word"))
            found[name] = self.taken(self.token.text).strip('"')
        self.expect("]")
        return tuple(found.items())

    def quantile(self):
        if self.token.kind != "name":
            raise self.refused(_("a metric, or %(measures)s") % {"measures": ", ".join(MEASURES)})
        name = self.taken(self.token.text)
        self.expect(",")
        place = self.token
        value = self.number()
        if not 0 < value < 100:
            self.place = self.tokens.index(place)
            raise self.refused(_("a number between 0 and 100"))
        self.expect(")")
        return Figure(name, "quantile", value / 100, self.slice())

    def limit(self):
        if not self.taken(BASELINE):
            return Limit(self.signed())
        times = self.signed() if self.taken("*") else 1.0
        sign = self.taken("+") or self.taken("-")
        return Limit((1 if sign == "+" else -1) * self.number() if sign else 0.0, of_baseline=True, times=times)

    def signed(self):
        return -self.number() if self.taken("-") else self.number()

    def number(self):
        if self.token.kind != "number":
            raise self.refused(_("a number, or baseline"))
        value = foreign_values.number(self.token.text)
        if value is None:
            raise self.refused(_("a number below 1.8e308"))
        self.taken(self.token.text)
        return value / 100 if self.taken("%") else value

    def taken(self, text):
        """The text, if it is what comes next, and steps over it; else "" ."""
        if self.token.text != text or self.token.kind == "line":
            return ""
        self.place += 1
        return text

    def taken_line(self):
        if self.token.kind != "line":
            return False
        self.place += 1
        return True

    def expect(self, text):
        if not self.taken(text):
            raise self.refused(text)

    def refused(self, valid):
        token = self.token
        met = repr(token.text[:40]) if token.text.strip() else _("the end of the expression")
        words = _("At character %(place)d of the expression: %(met)s. Valid: %(valid)s.")
        place = token.start + 1
        return InvalidGate(words % {"place": place, "met": met, "valid": valid}, details={"position": place})


def _matches(text):
    return (match for match in _TOKEN.finditer(text) if match.lastgroup != "blank")


def _without_idle_lines(tokens):
    """Without new lines beside `and`, `or` or a parenthesis, which go on in the next line."""
    joined = ("and", "or", "(")
    for place, token in enumerate(tokens):
        before = tokens[place - 1].text if place else "("
        after = tokens[place + 1].text if place + 1 < len(tokens) else ")"
        if token.kind != "line" or not (before in joined or after in ("and", "or", ")")):
            yield token
