"""Values of the cache as JSON: data alone, which every version of the code reads, and of which nothing is run."""

from typing import Any

from evalhub.lib import strict_json


class JsonSerializer:
    """For `OPTIONS["serializer"]` of Django's cache in Redis; BadJson for what is not plain JSON."""

    def dumps(self, value: Any) -> bytes:
        return strict_json.dumps(value).encode()

    def loads(self, data: bytes) -> Any:
        return strict_json.loads(data)
