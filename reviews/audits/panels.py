"""What later features show on the audit page besides, for items that are theirs.

A panel has `with_scores(cards, beside)`, which returns the cards with what is drawn on them, and `bench(cards)`: an
object whose `template` has the partials banners, score, peers and context.
"""

_finders = []


def register(finder):
    """`finder(annotation, shown)` returns the panel of an audited annotation, None where it has none."""
    _finders.append(finder)


def of(annotation, shown):
    """The first panel that is found, or None."""
    panels = (finder(annotation, shown) for finder in _finders)
    return next((panel for panel in panels if panel is not None), None)
