"""Add suites, run systems on them and take the runs further."""
