"""Writes about datasets."""
