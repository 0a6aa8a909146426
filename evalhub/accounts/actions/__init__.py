"""Writes about people, keys and the audit trail."""
