"""Six shades of one hue, 1 to 6, for shares and for stages; the number always stands on them as text."""

SHADES = 6


def shade_of_share(share):
    """The shade of 0 to 1."""
    return 1 + min(SHADES - 1, int(share * SHADES))


def shade_of_stage(value, n):
    """The shade of a stage, or of the mean of several, on a scale of `n`: the ends take the first and the last."""
    return 1 + round((value - 1) / (n - 1) * (SHADES - 1))
