"""Files to print and to keep, made on the server without a browser."""
