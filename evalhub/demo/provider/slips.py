"""How a sloppy model spoils an answer: by words around it, by decoration, or by a value that cannot be read."""

import json
import re

from evalhub.demo.provider.personality import personality_of, rng_of

_GUESSES = {
    "EXPERT_AGREEMENT": ("85%", "0.6-0.8", "fairly high", "8 of 10"),
    "QUALITY": ("observability=80%, discriminability=60%", "0.8, 0.6", "good"),
    "VERDICT": ("Stage 3", "the second one", "probably the middle"),
    "RUBRIC": ("see above",),
}
_LAST = re.compile(r"^(EXPERT_AGREEMENT|QUALITY|VERDICT|RUBRIC|TEXT):.*$", re.MULTILINE)
_TEXTS = {"verdict": "Stage 3", "expert_agreement": "85%", "observability": "good", "stages": "see above"}


def slipped(text, ask, seed):
    """`text` as the asked model writes it: as it is, decorated but readable, or so that it cannot be read.

    Models that slip do so by the seed and the question; shown what was wrong, they answer properly.
    """
    chance = personality_of(ask.model).garbles
    if not chance or ask.later:
        return text
    rng = rng_of(seed, ask.model, ask.system, ask.user, "slip")
    drawn = rng.random()
    if drawn >= 2 * chance:
        return text
    spoil = _spoiled if drawn < chance else _decorated
    return spoil(text, rng)


def _decorated(text, rng):
    """Marks around what machines read, as chat models put them; whoever reads carefully reads it."""
    if text.startswith("{"):
        return f"```json\n{text}\n```"
    mark = rng.choice(("**", "`", "- "))
    closing = "" if mark == "- " else mark
    lines = text.splitlines()
    if re.match(r"(EXPERT_AGREEMENT|QUALITY|VERDICT):", lines[-1]):
        lines[-1] = f"{mark}{lines[-1]}{closing}"
    return "\n".join(lines)


def _spoiled(text, rng):
    if not text.startswith("{"):
        return rng.choice((_without_echo, _guessed))(text, rng)
    return rng.choice((_talked_around, _mistyped))(text, rng)


def _without_echo(text, rng):
    return text.partition("\n")[2] if text.startswith("CASE:") else f"{text}\n\nLet me know if you need more."


def _guessed(text, rng):
    """Another value after the keyword, of a kind that says nothing definite; or no keyword at all."""
    found = list(_LAST.finditer(text))
    if not found:
        return _without_echo(text, rng)
    before, keyword = text[: found[-1].start()], found[-1].group(1)
    return f"{before}{keyword}: {rng.choice(_GUESSES[keyword])}" if keyword in _GUESSES else before


def _talked_around(text, rng):
    return f"Sure, here is my answer: {text} I hope that helps."


def _mistyped(text, rng):
    """One value of the stage's own in another type or under a name that was not shown."""
    answer = json.loads(text)
    name = next((name for name in _TEXTS if name in answer), None)
    if name is None:
        return _talked_around(text, rng)
    answer[name] = [_TEXTS[name]] if isinstance(answer[name], list) and name == "verdict" else _TEXTS[name]
    return json.dumps(answer, ensure_ascii=False)
