"""A program that calls the API with a key, over Django's test client."""

import json

from django.test import Client


class ApiCaller:
    """`.get/.post/.patch/.put/.delete(path, body, header_name=value)`; answers are Django responses with `.json()`."""

    def __init__(self, secret=None):
        self.secret = secret
        self.client = Client()

    def get(self, path, query=None, **headers):
        return self.client.get(path, query, headers=self._headers(headers))

    def post(self, path, body=None, **headers):
        return self._send("post", path, body, headers)

    def patch(self, path, body=None, **headers):
        return self._send("patch", path, body, headers)

    def put(self, path, body=None, **headers):
        return self._send("put", path, body, headers)

    def delete(self, path, body=None, **headers):
        return self._send("delete", path, body, headers)

    def raw(self, method, path, text, content_type="application/json", **headers):
        """Send exactly these bytes or this text, valid JSON or not."""
        return self.client.generic(
            method.upper(), path, text, content_type=content_type, headers=self._headers(headers)
        )

    def upload(self, path, fields, **headers):
        """Post a multipart form; files are values with a `read` and a `name`."""
        return self.client.post(path, fields, headers=self._headers(headers))

    def _send(self, method, path, body, headers):
        text = json.dumps({} if body is None else body)
        send = getattr(self.client, method)
        return send(path, text, content_type="application/json", headers=self._headers(headers))

    def _headers(self, headers):
        """Keyword `idempotency_key` is the header Idempotency-Key."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return named if self.secret is None else {"Authorization": f"Bearer {self.secret}"} | named
