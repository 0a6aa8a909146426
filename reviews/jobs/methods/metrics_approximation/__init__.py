"""Reviews of impacts that were computed from a proxy metric and not measured on the outcome."""
