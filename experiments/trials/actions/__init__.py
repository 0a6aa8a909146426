"""What changes experiments, and how their figures are read."""
