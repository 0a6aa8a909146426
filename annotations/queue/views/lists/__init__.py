"""Lists of what people are told and hold, a file each."""
