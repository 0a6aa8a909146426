"""Tables of the prompts and the knowledge of methods."""

from reviews.jobs.documents.models.method_document import MethodDocument

__all__ = [
    "MethodDocument",
]
