"""Keys of an organization for providers of models: set, test, remove; and who uses them."""

import time
from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.accounts.actions import audit
from evalhub.lib import encryption
from evalhub.lib.errors import InvalidInput
from evalhub.lib.processes import side_process
from evalhub.work.sweep import Sweep
from reviews.engine.client import completion, endpoints
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.models import ProviderKey
from reviews.engine.models.provider_key import FAILED, UNTESTED, WAITING, WORKS

LONGEST_KEY = 1000
TEST_MODELS = {
    "openai": "openai/gpt-4o-mini",
    "anthropic": "anthropic/claude-haiku-4-5",
    "gemini": "gemini/gemini-2.5-flash",
}
TEST_SECONDS, TEST_TOKENS = 30.0, 16
OF_KEYS = ("not_configured", "key_refused", "billing", "permission_denied")  # error classes that another key has not
REMEMBERED_SECONDS = 5.0  # after which another process knows of a change
_remembered = {}


@transaction.atomic
def set_key(*, organization, provider, key, by=None):
    """Store a key in place of the one before; InvalidInput for an unknown provider or what is no key."""
    if provider not in endpoints.KEYED:
        words = _("%(name)s does not take a key. Valid: %(valid)s.")
        valid = ", ".join(sorted(endpoints.KEYED))
        raise InvalidInput(words % {"name": repr(provider)[:60], "valid": valid}, code="unknown_provider")
    key = key.strip()
    if not key or len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()) or " " in key:
        words = _("Enter a key of up to %(most)s letters, digits and signs, without blanks.")
        raise InvalidInput(words % {"most": LONGEST_KEY}, code="invalid_key")
    found, is_new = ProviderKey.objects.update_or_create(
        organization=organization,
        provider=provider,
        defaults={
            "encrypted": encryption.encrypt(key),
            "test_state": UNTESTED,
            "test_reason": "",
            "tested_at": None,
            "set_at": timezone.now(),
            "set_by": by,
        },
    )
    details = {"provider": provider, "replaced": not is_new}
    audit.record(organization=organization, verb="provider_key.set", target=found, details=details, by=by)
    transaction.on_commit(_remembered.clear)
    return found


@transaction.atomic
def remove(*, key, by=None):
    """Forget a key; the installation's own counts from then on, if there is one."""
    details = {"provider": key.provider}
    audit.record(organization=key.organization, verb="provider_key.removed", target=key, details=details, by=by)
    key.delete()
    transaction.on_commit(_remembered.clear)


@transaction.atomic
def ask_for_test(*, key, model="", by=None):
    """Have a worker send one short request with this key; the caller wakes it. InvalidInput for another's model."""
    model = model.strip() or TEST_MODELS.get(key.provider, "")
    if endpoints.resolve(model).provider != key.provider:
        words = _("%(model)s does not belong to %(provider)s. Valid: a name such as %(provider)s/model.")
        raise InvalidInput(words % {"model": repr(model)[:80], "provider": key.provider}, code="invalid_model")
    key.test_model, key.test_state, key.test_reason = model, WAITING, ""
    key.save(update_fields=["test_model", "test_state", "test_reason"])
    details = {"provider": key.provider, "model": model}
    audit.record(organization=key.organization, verb="provider_key.tested", target=key, details=details, by=by)
    return key


def test(pk):
    """Send the request of a key that waits for it, once, and note what came back; in a worker."""
    key = ProviderKey.objects.filter(pk=pk, test_state=WAITING).first()
    if key is None:
        return
    call = LLMCall(
        key.test_model,
        ({"role": "user", "content": "Answer with the word yes."},),
        max_tokens=TEST_TOKENS,
        timeout_seconds=TEST_SECONDS,
        text_allowed=True,
    )
    with endpoints.using({key.provider: readable(key)}):
        outcome = completion.complete(call)
    # An answer that is cut off or empty was answered: the key works.
    works = outcome.status == OK or outcome.usage.completion_tokens is not None
    ProviderKey.objects.filter(pk=pk, encrypted=key.encrypted, test_state=WAITING).update(
        test_state=WORKS if works else FAILED,
        test_reason="" if works else outcome.error_message,
        tested_at=timezone.now(),
    )


def _waiting():
    """Keys whose test nobody has begun, or whose worker died; what was missed is found again."""
    return ProviderKey.objects.filter(test_state=WAITING)


def _end_test(key, reason):
    ProviderKey.objects.filter(pk=key.pk, test_state=WAITING).update(test_state=FAILED, test_reason=reason)


KEY_TESTS = Sweep(
    "provider_keys",
    title=gettext_lazy("Tests of provider keys"),
    rows=_waiting,
    work=lambda key: side_process.call("reviews.engine.actions.provider_keys:test", str(key.pk)),
    in_steps=True,
    attempts=2,
    give_up=_end_test,
)


def keys_of(organization_id):
    """{provider: key} of an organization, None for one that cannot be read; a statement every few seconds."""
    at, found = _remembered.get(organization_id, (0.0, {}))
    if time.monotonic() - at > REMEMBERED_SECONDS or organization_id not in _remembered:
        rows = ProviderKey.objects.filter(organization=organization_id)
        found = {key.provider: readable(key) for key in rows}
        if len(_remembered) > 1000:
            _remembered.clear()
        _remembered[organization_id] = (time.monotonic(), found)
    return found


def stops(blocked, pair, organization_id):
    """Whether what blocks a model stops this organization: trouble with the installation's key does not, where it has
    its own. `blocked` is that of `provider_health`."""
    block = blocked.get(pair)
    return block is not None and not (block.error_class in OF_KEYS and pair[0] in keys_of(organization_id))


class LazyKeys(Mapping):
    """`keys_of` of the organization that `organization()` gives once a key is looked for; empty for None."""

    def __init__(self, organization):
        self._organization = organization

    @property
    def _found(self):
        organization = self._organization()
        return keys_of(organization.pk) if organization else {}

    def __getitem__(self, provider):
        return self._found[provider]

    def __iter__(self):
        return iter(self._found)

    def __len__(self):
        return len(self._found)


def readable(key):
    """The key's text, None where EVALHUB_ENCRYPTION_KEYS or SECRET_KEY is another one than when it was set."""
    try:
        return encryption.decrypt(key.encrypted)
    except encryption.Unreadable:
        return None
