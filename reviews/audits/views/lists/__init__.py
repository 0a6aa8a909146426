"""Lists of the audit pages, one file each; see docs/adding-a-list.md."""
