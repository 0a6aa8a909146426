"""Critics: scorers of what another scorer has answered."""
