"""Who judged what, and how far they agree."""
