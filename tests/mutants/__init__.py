"""`make mutants`: realistic bugs put into a copy of the product one at a time, and whether its tests notice them."""
