"""Reviews of interrupted time series: one series before and after a dated change."""
