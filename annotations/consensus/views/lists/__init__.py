"""The lists of adjudication, a file each."""
