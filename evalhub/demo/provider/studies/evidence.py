"""Evidence of the simulation: cleaned, in neutral words, or without names, by lists of words and patterns."""

import re

from evalhub.demo.provider import tokens

_LOADED = (
    ("slammed", "criticized"),
    ("blasted", "criticized"),
    ("lashed out at", "criticized"),
    ("regime", "government"),
    ("so-called ", ""),
    ("brutal ", ""),
    ("shocking ", ""),
    ("outrageous ", ""),
    ("heroic ", ""),
    ("notorious ", ""),
    ("chilling ", ""),
    ("shameful ", ""),
    ("brave ", ""),
    ("infamous ", ""),
    ("horrific ", ""),
    ("draconian ", ""),
    ("crackdown on", "measures against"),
    ("crackdown", "set of measures"),
    ("thugs", "men"),
    ("mob", "crowd"),
    ("strongman", "leader"),
    ("hardliner", "politician"),
    ("claimed", "said"),
    ("admitted", "said"),
    ("obviously ", ""),
    ("of course ", ""),
    ("unfortunately, ", ""),
    ("sadly, ", ""),
    ("crushed", "ended"),
)
_PAGE = re.compile(
    r"^\W*(?:(?:we use )?cookies?\b.*|accept all.*|subscribe\b.*|sign (?:in|up)\b.*|log in\b.*|advertisement.*"
    r"|read (?:more|also)\b.*|share (?:this|on)\b.*|related (?:articles|stories).*|home(?: [|>/] .*)?|menu"
    r"|\d+ (?:shares|comments)|follow us\b.*|all rights reserved.*|newsletter.*|skip to .*)$",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<![.!?:”\"] )(?<!^)(?<!\n)\b[A-Z][\w'’-]+(?: (?:of |the |de |al-)?[A-Z][\w'’-]+)*", re.UNICODE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_DAY = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th)? )?(?:January|February|March|April|May|June|July|August|September|October|November"
    r"|December)(?: \d{1,2}(?:st|nd|rd|th)?)?\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
)
_KEPT = {"I", "Mr", "Mrs", "Ms", "Dr"}


def rewritten(ask, seed):
    """{reasoning, text}: which of the three is asked for is told by the words of the prompt."""
    text = "\n".join(ask.texts("text"))
    if re.search(r"without names", ask.rules):
        new, done = _abstracted(text)
    elif re.search(r"neutral words", ask.rules):
        new, done = _neutral(text)
    else:
        new, done = _cleaned(text)
    return {"reasoning": done, "text": new.strip() or text.strip() or "Nothing is left of the text."}


def _cleaned(text):
    kept, gone, seen = [], 0, set()
    for line in text.splitlines():
        bare = line.strip()
        if bare and (_PAGE.match(bare) or bare in seen):
            gone += 1
            continue
        seen.add(bare)
        kept.append(line.rstrip())
    joined = re.sub(r"(?<=[^\n.!?:”\"])\n(?=[a-zà-ÿ])", " ", "\n".join(kept))
    done = f"{gone} lines of the page around the report are gone; the report is as it was."
    return re.sub(r"\n{3,}", "\n\n", joined), done


def _neutral(text):
    changed = 0
    for loaded, plain in _LOADED:
        text, times = re.subn(rf"\b{re.escape(loaded)}", plain, text, flags=re.IGNORECASE)
        changed += times
    return text, f"{changed} words that praise or blame have plain ones in their place; every fact is as it was."


def _abstracted(text):
    """Each name becomes its own letter; the same name the same one."""
    text = _DAY.sub("on that day", _YEAR.sub("in that year", text))
    roles = {}

    def role(found):
        name = found.group()
        if name in _KEPT or tokens.count(name) == 0:
            return name
        return roles.setdefault(name, f"Name {_letters(len(roles))}")

    new = _NAME.sub(role, text)
    return new, f"{len(roles)} names of people and places are letters now; what was done is as it was."


def _letters(number):
    """A to Z, then AA, AB, and so on."""
    head, tail = divmod(number, 26)
    return (_letters(head - 1) if head else "") + chr(ord("A") + tail)
