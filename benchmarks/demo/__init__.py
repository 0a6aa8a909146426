"""How the demo organization is made: what its people and models do, through the actions that real ones use."""
