"""The letter and the hue by which a question is known in text, quotes and lists."""

HUES = 8


def letter(position):
    """A to Z, then A1 to Z1: a form has at most fifty questions."""
    return chr(ord("A") + position % 26) + (str(position // 26) if position >= 26 else "")


def hue(position):
    return position % HUES + 1
