"""What adjudicators decided on items: kept by a later feature, which registers here how to read it."""

_queries = []


def register(query):
    """`query()` is a QuerySet of the decisions in force: rows with `item`, `question` and `value`."""
    _queries[:] = [query]


def in_force():
    """The QuerySet of decisions: rows with `item`, `question` and `value`."""
    [query] = _queries
    return query()
