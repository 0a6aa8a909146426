"""What every policy is made from."""
