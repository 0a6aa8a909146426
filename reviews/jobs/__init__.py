"""Job directories: what a manifest says, the figures and texts beside it, and the files written back; pure."""
