"""What a batch adapter raises beside its results."""


class Ambiguous(Exception):
    """Several batches of the provider may be the wanted one; a person must say which."""


class ProviderError(Exception):
    """A provider refused or could not be reached. `failure` says what to do next; `status_code` None: no answer."""

    def __init__(self, failure, message, *, status_code=None, retry_after=None):
        super().__init__(message)
        self.failure = failure
        self.status_code = status_code
        self.retry_after = retry_after
