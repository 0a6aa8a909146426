"""Writes about annotations."""
