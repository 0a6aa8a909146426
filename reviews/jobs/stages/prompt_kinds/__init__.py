"""Kinds of prompts that result reviews use."""
