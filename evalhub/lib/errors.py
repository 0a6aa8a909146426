"""Errors a reader can act on: what is wrong, the value met, and what would be valid."""


class EvalHubError(Exception):
    """Base of every expected failure; one handler turns it into an API or an HTML answer.

    `code` is a stable machine word, `details` plain JSON for programs, `headers` extra response headers.
    """

    status = 400
    code = "error"

    def __init__(self, message, *, code=None, details=None, headers=None):
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.details = details or {}
        self.headers = headers or {}


class InvalidInput(EvalHubError):
    code = "invalid_input"


class NotSignedIn(EvalHubError):
    status = 401
    code = "not_signed_in"


class Forbidden(EvalHubError):
    status = 403
    code = "forbidden"


class NotFound(EvalHubError):
    status = 404
    code = "not_found"


class MethodNotAllowed(EvalHubError):
    status = 405
    code = "method_not_allowed"


class Conflict(EvalHubError):
    status = 409
    code = "conflict"


class Gone(EvalHubError):
    status = 410
    code = "gone"


class TooLarge(EvalHubError):
    status = 413
    code = "too_large"


class UnsupportedMedia(EvalHubError):
    status = 415
    code = "unsupported_media_type"


class Unprocessable(EvalHubError):
    status = 422
    code = "unprocessable"


class Throttled(EvalHubError):
    status = 429
    code = "throttled"


class Unavailable(EvalHubError):
    status = 503
    code = "unavailable"


class UnknownKey(InvalidInput):
    """A registry was asked for a key it does not hold."""

    code = "unknown_key"
