"""What can go wrong, in words that say what to do."""


class EvalHubClientError(Exception):
    """Base of all errors of this package."""


class NotAllowed(EvalHubClientError):
    """The server does not know the key (401), or the key may not export (403)."""


class NotFound(EvalHubClientError):
    """There is no such study, or it belongs to another organization."""


class Refused(EvalHubClientError):
    """Any other answer that is no success."""


class BundleChanged(EvalHubClientError):
    """The snapshot that was being downloaded is not kept any more: the study changes faster than it can be read."""


class ServerAway(EvalHubClientError):
    """The server cannot be reached, does not answer in time, or says that it cannot work now."""


class Incompatible(EvalHubClientError):
    """The bundle has another schema version than this package reads."""


class Damaged(EvalHubClientError):
    """A file is not what the manifest says it is."""
