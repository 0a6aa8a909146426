"""Measurements of the product on real parts: `make bench` runs them and writes docs/performance.md."""
