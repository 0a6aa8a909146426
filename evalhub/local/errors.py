"""What can go wrong on this machine, said so that the reader can act on it."""


class LocalError(Exception):
    """Stops the command: its text is printed without a traceback and the exit status is 1."""


class StopRequested(Exception):
    """Somebody asked for an orderly stop (Ctrl-C, SIGTERM, SIGHUP) while something was waited for."""
