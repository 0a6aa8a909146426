"""Writes about reviews."""
