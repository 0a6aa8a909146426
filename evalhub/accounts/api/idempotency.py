"""The header Idempotency-Key: a POST that is sent again with it is answered again and done once."""

import hashlib

from django.db import transaction
from rest_framework.response import Response

from evalhub.accounts.models import IdempotentAnswer
from evalhub.lib import strict_json
from evalhub.lib.errors import Conflict, InvalidInput

HEADER = "Idempotency-Key"
LONGEST = 200
REPLAYED = {"Idempotent-Replayed": "true"}


def read_key(request):
    """What the header says, "" without it."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY", "")
    if len(key) > LONGEST:
        raise InvalidInput(f"{HEADER} is longer than {LONGEST} characters.", code="bad_key")
    return key


def once(handler, key):
    """The handler of a POST, whose work and answer are kept in one transaction under the caller's key.

    Of two that are sent at once the second waits for the first. What fails is not kept: it may be sent again. A view
    that answers with a secret sets `kept_data` of its response, the same without it; one that waits for workers sets
    `finish`, which is called after the commit and gives the answer.
    Raises Conflict `idempotency_conflict` when the key came with another request before.
    """

    def answer(request, *args, **kwargs):
        membership, sha256 = request.membership, _hash(request)
        with transaction.atomic():
            kept, is_new = IdempotentAnswer.objects.get_or_create(
                membership=membership, key=key, defaults={"request_sha256": sha256}
            )
            if not is_new:
                if kept.request_sha256 != sha256:
                    raise Conflict(
                        f"This {HEADER} was used for another request. Send a new one.", code="idempotency_conflict"
                    )
                data = strict_json.loads(kept.body) if kept.body else None
                return Response(data, status=kept.status, headers=REPLAYED)
            response = handler(request, *args, **kwargs)
            _keep(kept, response, request)
        if hasattr(response, "finish"):
            response = response.finish()
            _keep(kept, response, request)
        return response

    return answer


def _keep(kept, response, request):
    if response.status_code < 300:
        body = request.accepted_renderer.render(getattr(response, "kept_data", response.data)).decode()
        IdempotentAnswer.objects.filter(pk=kept.pk).update(status=response.status_code, body=body)
    else:
        kept.delete()


def _hash(request):
    """SHA-256 of what is asked for: the address and the body, of a form its fields and the bytes of its files."""
    found = hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode())
    if not hasattr(request.data, "lists"):
        found.update(strict_json.dumps(request.data).encode())
        return found.hexdigest()
    for name, values in sorted(request.data.lists()):
        for value in values:
            found.update(_text(name))
            found.update(_text(value) if isinstance(value, str) else _file(value))
    return found.hexdigest()


def _text(text):
    return hashlib.sha256(text.encode(errors="replace")).digest()


def _file(uploaded):
    found = hashlib.sha256(f"{uploaded.name}\n".encode())
    for chunk in uploaded.chunks():
        found.update(chunk)
    uploaded.seek(0)
    return found.digest()
