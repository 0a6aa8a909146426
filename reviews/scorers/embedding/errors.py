"""What goes wrong with vectors of texts."""

from evalhub.lib.errors import EvalHubError, InvalidInput


class EmbedderMissing(EvalHubError):
    """An embedder that cannot be used in this process: not installed, damaged, or a provider's."""

    status = 502
    code = "llm_not_configured"


class BadVectors(InvalidInput, ValueError):
    """Vectors that have no angle, or the name of no embedder."""

    code = "invalid_vectors"
