"""The lists of an organization's people, teams, keys and events, a file each."""
