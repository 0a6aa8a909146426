"""Judging by machine: prompts, judges, the LLM ledger, runs and audits."""
