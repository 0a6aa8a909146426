"""Prompts and knowledge of methods as an organization edits them: draft, diff, trial, publish.

Table: MethodDocument.
"""
