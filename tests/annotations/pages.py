"""What the answer of a page says."""


def text(response):
    """The page with single blanks."""
    return " ".join(response.content.decode().split())
