"""Answers: strict JSON, never NaN."""

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.utils.encoders import JSONEncoder


class StrictJsonRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None
    encoder = JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

    def render(self, data, accepted_media_type=None, renderer_context=None):
        return b"" if data is None else self.encoder.encode(data).encode()


class AnythingGoes(DefaultContentNegotiation):
    """Callers that accept any answer get the view's first kind at once; the framework's long way is for the others."""

    def select_renderer(self, request, renderers, format_suffix=None):
        if format_suffix or request.META.get("HTTP_ACCEPT", "*/*") != "*/*" or request.META.get("QUERY_STRING"):
            return super().select_renderer(request, renderers, format_suffix)
        return renderers[0], renderers[0].media_type
