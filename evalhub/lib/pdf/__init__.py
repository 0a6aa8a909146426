"""PDF documents in any script."""
