"""The vectors of an embedding call, as an Outcome keeps them."""


def found_in(raw):
    """The vectors of an Outcome's `raw`, in the order of the texts; none where they cannot be read."""
    try:
        rows = sorted(raw["data"], key=lambda row: row["index"])
        return tuple(tuple(float(part) for part in row["embedding"]) for row in rows)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return ()
