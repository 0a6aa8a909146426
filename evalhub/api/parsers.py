"""Request bodies: strict JSON only, and objects only."""

from django.conf import settings
from rest_framework.parsers import BaseParser

from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput, TooLarge


class StrictJsonParser(BaseParser):
    """Reads an `application/json` body into a dict; anything that Postgres or Python could not keep is refused."""

    media_type = "application/json"

    def parse(self, stream, media_type=None, parser_context=None):
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge(f"The body is larger than {limit / 2**20:g} MB, the most that one request may send.")
        if not body:
            return {}
        value = strict_json.loads(body)
        if not isinstance(value, dict):
            raise InvalidInput(f"The body is a JSON {type(value).__name__}. Valid: a JSON object.", code="bad_json")
        return value
