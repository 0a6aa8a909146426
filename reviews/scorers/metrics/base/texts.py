"""How texts are made alike before they are compared."""

import re
import unicodedata

ARTICLES = frozenset({"a", "an", "the"})
_FENCE = re.compile(r"```[\w+-]*[ \t]*\r?\n(.*?)\r?\n?[ \t]*```", re.DOTALL)


def unfenced(text: str) -> str:
    """The inside of the only code fence in a text, or the text itself."""
    fences = _FENCE.findall(text)
    return fences[0] if len(fences) == 1 else text


def single_spaced(text: str) -> str:
    """Without blanks at the ends, every run of white space one blank; case and signs stay."""
    return " ".join(text.split())


def without_punctuation(text: str) -> str:
    """Without the characters of Unicode's punctuation and symbol classes."""
    return "".join(letter for letter in text if unicodedata.category(letter)[0] not in "PS")


def without_articles(text: str) -> str:
    """Without the English words a, an and the; words end up single-spaced."""
    return " ".join(word for word in text.split() if word.lower() not in ARTICLES)
