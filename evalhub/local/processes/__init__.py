"""Processes of one installation: started, forked, restarted and ended."""
