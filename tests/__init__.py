"""Tests of EvalHub; one file per module, at the same path."""
