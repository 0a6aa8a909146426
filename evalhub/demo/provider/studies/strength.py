"""How strongly a text shows what a rubric is about, and how strong a stage sounds: counts of words of degree."""

import hashlib
import re

from evalhub.demo.provider import tokens

# From the weakest to the strongest, in steps that any scale size is drawn from.
DEGREES = (
    "no",
    "hardly any",
    "isolated",
    "occasional",
    "limited",
    "mixed",
    "repeated",
    "frequent",
    "widespread",
    "systematic",
    "complete",
)
_MEANINGS = (
    (0.0, r"\bno\b|\bnone\b|\babsent\b|\bnothing\b|\bnever\b|\bnot\b"),
    (0.12, r"\bhardly\b|\bnegligible\b|\bminimal\b|\bsmall\b"),
    (0.22, r"\bisolated\b|\bsingle\b|\bone case\b|\bweak\b|\bquickly\b"),
    (0.32, r"\boccasional\b|\ba few\b|\bminor\b|\blow\b"),
    (0.42, r"\blimited\b|\bpartial\w*\b|\blocal\b|\bslight\w*\b"),
    (0.5, r"\bmixed\b|\bambiguous\b|\bboth ways\b|\bsome\b|\bmoderate\b"),
    (0.62, r"\brepeated\b|\bseveral\b|\bconsiderable\b"),
    (0.72, r"\bfrequent\b|\bmany\b|\blate\b|\bmajor\b"),
    (0.82, r"\bwidespread\b|\bmost\b|\bstrong\b|\bhigh\b|\bnational\b"),
    (0.92, r"\bsystematic\w*\b|\bsevere\b|\bpunished\b"),
    (1.0, r"\bcomplete\w*\b|\bwhole\b|\ball\b|\btotal\b|\bextreme\b"),
)
_STRONG = frozenset(
    tokens.stem(word)
    for word in (
        "abolish abolished accuse arrest arrested attack ban banned beaten blocked censor charged clash close closed "
        "collapse confiscated crackdown crisis curfew decree denounced detained dismissed dissolved emergency exile "
        "expelled fear fined forbidden force jail killed outlaw outlawed police prison prosecute protest punish purge "
        "raid raided record refuse revoked sanction seized sentence sentenced severe shut silence strike suspended "
        "threaten threatened torture troops unprecedented violence violent war warned"
    ).split()
)
_WEAK = frozenset(
    tokens.stem(word)
    for word in (
        "agree agreed allow allowed approve calm celebrate committee compromise congratulated consult debate dialogue "
        "dinner draft festival fair free grant guarantee hearing independent invited legal license lifted minor normal "
        "open opened ordinary overturned peaceful permit pilot praise proposal protect public publish published quiet "
        "ratified reform release released restore restored review routine ruled seminar talk tolerate voluntary welcome"
    ).split()
)
_READ_CHARACTERS = 12_000


def strength(texts):
    """From 0 to 1. Words of force against words of calm, and a leaning that small changes of wording seldom move."""
    found = tokens.stems("\n".join(text[:_READ_CHARACTERS] for text in texts))
    strong = sum(many for stem, many in found.items() if stem in _STRONG)
    weak = sum(many for stem, many in found.items() if stem in _WEAK)
    ratio = (strong + 1) / (strong + weak + 2)
    spread = min(max(0.5 + 1.3 * (ratio - 0.5), 0.0), 1.0)
    return 0.7 * spread + 0.3 * _leaning(found)


def level(criteria):
    """How strong a stage sounds, from 0 to 1, or None when it has no word of degree."""
    text = criteria.lower()
    found = [value for value, pattern in _MEANINGS for _ in re.findall(pattern, text)]
    return sum(found) / len(found) if found else None


def rising(stages):
    """The names of {name: criteria} from the weakest to the strongest; as they are shown where nothing tells."""
    levels = {name: level(criteria) for name, criteria in stages.items()}
    if None in levels.values() or len(set(levels.values())) == 1:
        return list(stages)
    return sorted(stages, key=lambda name: levels[name])


def _leaning(stems):
    """A number that hangs on one word of the text: another one decides only when that word goes."""
    if not stems:
        return 0.5
    heaviest = max(hashlib.sha256(stem.encode()).digest() for stem in stems)
    return int.from_bytes(heaviest[8:12], "big") / 2**32
