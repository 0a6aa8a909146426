"""The message after an answer that could not be read; it follows the model's own answer."""

TEXT = """\
Your answer could not be read:

{reason}

Answer the same question again, in full: everything that was asked for and in exactly the form that was asked for,
the case reference included. Do not explain the mistake, do not refer to your earlier answer, and do not change your
judgement because of this message, unless it was the judgement that was missing."""


def message(reason):
    """The text that says what was wrong, as the reader of answers says it."""
    return TEXT.replace("{reason}", reason)
