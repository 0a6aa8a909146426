"""Kinds of prompts that gradings use."""
