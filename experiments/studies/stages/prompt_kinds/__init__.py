"""Kinds of prompts that rubric studies use."""
