"""Reviews of matching, weighting and subclassification on measured covariates."""
