"""The pages of gates."""
