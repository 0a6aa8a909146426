"""The whole product, as real processes."""
