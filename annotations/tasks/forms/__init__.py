"""Forms of the pages of `annotations`."""
