"""Texts as vectors: what makes them on this machine, and how near two of them are."""
