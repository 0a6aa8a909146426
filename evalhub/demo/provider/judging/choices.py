"""Which option fits a quality or a text: known words of praise and blame, known flaws, else common words."""

import re

from evalhub.demo.provider import tokens

_UNSURE = re.compile(r"\b(unclear|unsure|unknown|cannot|can t|n a|not applicable|not sure|skip|don t know|other)\b")
_POLARITIES = (
    (0.5, r"\b(partly|partially|partial|somewhat|mixed|fair|average|medium|neutral|okay|ok|acceptable|minor|some)\b"),
    (0.75, r"\b(mostly|largely|rather|almost|decent)\b"),
    (0.0, r"\b(incorrect|wrong|bad|poor|no|false|fails?|failed|reject|rejected|unsafe|harmful|unhelpful|useless|worst"
          r"|unsupported|not|inaccurate|irrelevant|incomplete|unacceptable|major|rude|never|low|contradicted|terrible)\b"),
    (1.0, r"\b(correct|right|good|great|excellent|best|yes|true|pass|passes|passed|accept|accepted|safe|harmless"
          r"|helpful|supported|accurate|relevant|complete|perfect|always|high|fully|polite|clear)\b"),
)  # fmt: skip
_FLAWS = (
    (r"unsupported|hallucinat|invent|made.up|unverified|fabricat|ungrounded", "grounding", 0.08),
    (r"contradict|wrong|incorrect|inaccura|factual|error|mistake", "consistency", 0.66),
    (r"incomplete|missing|omit|partial|leaves.out", "completeness", 0.62),
    (r"off.?topic|irrelevant|evasive|refus|does.not.answer", "relevance", 0.22),
    (r"long|verbose|padding|repetit|wordy", "brevity", 0.50),
    (r"unclear|confus|unreadable|format|grammar|style", "clarity", 0.60),
    (r"rude|tone|impolite|unfriendly", "tone", 0.40),
    (r"unsafe|harm|toxic|danger|privacy", "safety", 0.60),
)


def polarity(option):
    """From 0 (blame) to 1 (praise), or None for a word that is neither."""
    text = re.sub(r"[^a-z0-9]+", " ", option.lower()).strip()
    if _UNSURE.search(text):
        return None
    for value, pattern in _POLARITIES:
        if re.search(pattern, text):
            return value
    return None


def flaw(option):
    """(aspect, threshold) of an option that names a flaw, or None."""
    text = re.sub(r"[^a-z0-9]+", " ", option.lower())
    for pattern, aspect, threshold in _FLAWS:
        if re.search(pattern, text):
            return aspect, threshold
    return None


def choose(options, quality, meanings, about, rng):
    """One of `options`: by praise and blame if they have it, as numbers, by words in common with `about`, or in order.

    In order means from the best to the worst, which is how most forms list them.
    """
    known = {option: value for option in options if (value := polarity(option)) is not None}
    if len(known) >= 2 and len(set(known.values())) >= 2:
        return min(known, key=lambda option: abs(known[option] - quality))
    values = [_number(option) for option in options]
    if None not in values:
        wanted = min(values) + quality * (max(values) - min(values))
        return options[min(range(len(options)), key=lambda index: abs(values[index] - wanted))]
    topic = _by_topic(options, meanings, about, rng)
    return topic or options[min(int((1.0 - quality) * len(options)), len(options) - 1)]


def _by_topic(options, meanings, about, rng):
    said = tokens.stems(about)
    scores = {
        option: sum((tokens.stems(f"{option} {meanings.get(option, '')}".replace("_", " ")) & said).values())
        for option in options
    }
    best = max(scores.values())
    return rng.choice([option for option in options if scores[option] == best]) if best else None


def _number(option):
    try:
        return float(option)
    except ValueError:
        return None
