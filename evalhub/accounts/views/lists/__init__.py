"""The lists of people, teams and keys, a file each."""
