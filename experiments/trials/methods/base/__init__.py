"""What every method is made from."""
