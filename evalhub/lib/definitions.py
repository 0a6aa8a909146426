"""What a figure counts, in one sentence, for the figures that stand on several pages, in files and in API answers.

A feature defines a figure in the module that computes it, and no other module computes it again:

    COMPLETE = define("complete", _("Items for which people have given every answer they need."))

Pages show the sentence on hover: `{% defined "complete" %}Complete{% enddefined %}`, `Stat(figure="complete")`,
`Column(figure="complete")`. The API document has it as the help text of the field.
"""

_sentences: dict[str, str] = {}


def define(key: str, sentence: str) -> str:
    """Keep the sentence, a text of `gettext_noop`, and return it; a ValueError if the key has another one."""
    if _sentences.setdefault(key, sentence) != sentence:
        raise ValueError(f"The figure {key!r} has two definitions.")
    return sentence


def sentence_of(key: str) -> str:
    """The English sentence; a KeyError for a figure that nothing defines."""
    return _sentences[key]


def keys() -> list[str]:
    return sorted(_sentences)
