"""How a system is asked for the outputs of an evaluation."""
