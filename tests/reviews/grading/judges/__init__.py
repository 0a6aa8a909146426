"""Tests of the judges of pairs."""
