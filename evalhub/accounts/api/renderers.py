"""Answers: strict JSON, never NaN."""

from rest_framework.renderers import BaseRenderer
from rest_framework.utils.encoders import JSONEncoder


class StrictJsonRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None
    encoder = JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

    def render(self, data, accepted_media_type=None, renderer_context=None):
        return b"" if data is None else self.encoder.encode(data).encode()
