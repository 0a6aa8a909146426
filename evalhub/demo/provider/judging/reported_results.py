"""What the simulation makes of reported results: figures by name, and marks from 0 to 1 for what they tell."""

import math
import re
from dataclasses import dataclass

_READ_CHARACTERS = 60_000  # in bounded time
_LONGEST_PASSAGE = 160
_FIGURE = re.compile(r"\"?\b([A-Za-z][A-Za-z0-9_]{0,40})\"?[ \t]*[:=,][ \t]*(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\b")
_NAMES = {
    "effect": ("effect_estimate", "effect", "estimate", "att", "ate", "coefficient"),
    "lower": ("ci_lower", "lower_ci", "ci_low", "lower_bound", "lower"),
    "upper": ("ci_upper", "upper_ci", "ci_high", "upper_bound", "upper"),
    "sample": ("sample_size", "n_obs", "observations", "n_units", "units", "n"),
    "p": ("p_value", "pvalue", "p"),
}
_ADVERSE = re.compile(
    r"\b(fail\w*|violat\w*|imbalanc\w*|unbalanced|unknown|missing|none|null|warning\w*|contaminat\w*|diverg\w*"
    r"|not[ _](?:tested|checked|reported|balanced|available|significant|converged|done))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Mark:
    """How good one thing looks, from 0 to 1, a sentence on it, and the passage it was seen in, empty for none."""

    quality: float
    words: str
    passage: str = ""


class Results:
    """The text of an artifact, looked through once."""

    def __init__(self, text):
        self._text = text[:_READ_CHARACTERS]
        self._found = {}
        for match in _FIGURE.finditer(self._text):
            self._found.setdefault(match.group(1).lower(), match)

    @property
    def has_interval(self):
        return self._figure("lower")[0] is not None and self._figure("upper")[0] is not None

    def interval(self):
        """Wide intervals and such as hold zero are worth little."""
        (effect, beside), (lower, at), (upper, _) = (self._figure(name) for name in ("effect", "lower", "upper"))
        if lower is None or upper is None:
            return Mark(0.3, "No interval is reported.", beside)
        middle = effect if effect is not None else (lower + upper) / 2
        width = abs(upper - lower) / max(abs(middle), 1e-9)
        quality = max(0.92 - 0.28 * min(width, 3.0), 0.12)
        if lower <= 0 <= upper:
            return Mark(max(quality - 0.15, 0.08), "The interval includes zero.", at)
        if width > 1.2:
            return Mark(quality, f"The interval is {width:.1f} times as wide as the estimate is large.", at)
        return Mark(quality, "The interval is narrow against the estimate.", at)

    def sample(self):
        """About 0.3 for thirty units, 0.6 for a thousand."""
        size, at = self._figure("sample")
        if size is None or size < 1:
            return Mark(0.28, "It is not said how many units were observed.")
        quality = min(max(0.2 + 0.2 * math.log10(size / 10), 0.08), 0.92)
        few = "Only " if size < 100 else ""
        return Mark(quality, f"{few}{size:g} units were observed.", at)

    def significance(self):
        """None where no p-value is reported."""
        value, at = self._figure("p")
        if value is None or not 0 <= value <= 1:
            return None
        quality = 0.85 if value <= 0.01 else 0.7 if value <= 0.05 else 0.5 if value <= 0.1 else 0.3
        return Mark(quality, f"The p-value of {value:g} {'supports' if value <= 0.05 else 'does not support'} it.", at)

    def diagnostics(self, pattern):
        """How much is reported of what `pattern` finds; less where it is said to have failed or to be missing."""
        seen = {match.group().lower(): self._passage(match) for match in pattern.finditer(self._text)}
        if not seen:
            return Mark(0.22, "None of the checks that would show it is reported.")
        bad = [passage for passage in seen.values() if _ADVERSE.search(passage)]
        quality = 0.34 + 0.14 * min(len(seen), 4) - 0.16 * min(len(bad), 3)
        if bad:
            return Mark(max(quality, 0.1), "What was checked speaks against it in part.", bad[0])
        words = "Several checks are reported." if len(seen) > 2 else "Few checks are reported."
        return Mark(quality, words, next(iter(seen.values())))

    def _figure(self, kind):
        """(the number, the passage it stands in) of the first of its names, (None, an empty text) without one."""
        for name in _NAMES[kind]:
            if name in self._found and math.isfinite(value := float(self._found[name].group(2))):
                return value, self._passage(self._found[name])
        return None, ""

    def _passage(self, match):
        """The line around a match, or the part of it between commas: always an exact part of the text."""
        start, stop = self._text.rfind("\n", 0, match.start()) + 1, self._text.find("\n", match.end())
        stop = len(self._text) if stop < 0 else stop
        if stop - start > _LONGEST_PASSAGE or self._text.count(",", start, stop) > 3:
            cut = max(self._text.rfind(mark, start, match.start()) for mark in ",{;[") + 1
            ends = [place for mark in ",};]" if (place := self._text.find(mark, match.end(), stop)) >= 0]
            start, stop = max(start, cut, match.start() - 60), min([stop, match.end() + 80, *ends])
        return self._text[start:stop].strip().rstrip(",").strip("{}[] \t")
