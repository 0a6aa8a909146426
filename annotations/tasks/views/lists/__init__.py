"""Lists of what tasks are made from, a file each."""
