"""The letter and the hue by which a question, or a rater, is known in text, quotes and lists."""

from string import ascii_uppercase

FIRST_HUE, HUES = 3, 6  # hues 1 and 2 mean people and models


def letter(position, letters=ascii_uppercase):
    """The letters in order, then again with a 2, a 3 and so on."""
    again, place = divmod(position, len(letters))
    return letters[place] + (str(again + 1) if again else "")


def hue(position):
    """The data colour of a question, or of a label, among others."""
    return FIRST_HUE + position % HUES
