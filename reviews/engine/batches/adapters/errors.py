"""What a batch adapter raises beside its results."""

from evalhub.lib import reasons


class Ambiguous(Exception):
    """Several batches of the provider may be the wanted one, as the Reason says; a person must say which."""

    def __init__(self, reason):
        self.reason = reason
        super().__init__(str(reason))


class ProviderError(Exception):
    """A provider refused or could not be reached, for a Reason or a text.

    `failure` says what to do next; `status_code` None: no answer.
    """

    def __init__(self, failure, reason, *, status_code=None, retry_after=None):
        self.reason = reasons.of(reason)
        super().__init__(str(self.reason))
        self.failure = failure
        self.status_code = status_code
        self.retry_after = retry_after
