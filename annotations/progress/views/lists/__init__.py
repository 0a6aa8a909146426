"""Lists of tasks and what they hold, a file each."""
