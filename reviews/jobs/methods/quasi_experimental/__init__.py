"""Reviews of quasi-experiments (differences in differences, discontinuities, instruments)."""
