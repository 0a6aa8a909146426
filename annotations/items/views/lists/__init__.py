"""Lists of items: one file each."""
