"""The check of an address that a user sets, before anything is sent there."""

import socket
from urllib.parse import SplitResult, urlsplit

from evalhub.lib.egress.hosts import AddressRefused, checked, is_listed, proxy_of
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

LONGEST = 2000
PORTS = {"http": 80, "https": 443}


def check(url: str) -> str:
    """The address without blanks around it; InvalidInput says what is wrong with it.

    A host that the operator lists may have any port and address. Looks the name up: for no transaction with locks.
    """
    url = url.strip()
    parts, port = _parts(url)
    host = parts.hostname or ""
    if port != PORTS[parts.scheme] and not is_listed(host, port):
        words = _("The address has port %(port)s. Valid: %(valid)s for %(scheme)s.")
        raise _refused(words % {"port": port, "valid": PORTS[parts.scheme], "scheme": parts.scheme})
    if proxy_of(parts.scheme, host, port) is None:
        _check_host(host, port)
    return url


def _parts(url: str) -> tuple[SplitResult, int]:
    if len(url) > LONGEST:
        raise _refused(
            _("The address has %(n)s characters. Valid: at most %(most)s.") % {"n": len(url), "most": LONGEST}
        )
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise _refused(_("Write the address in plain letters, without blanks; an umlaut in a name as xn--…."))
    try:
        parts = urlsplit(url)
        port = PORTS.get(parts.scheme, 0) if parts.port is None else parts.port
        if parts.port == 0:
            raise ValueError(port)
    except ValueError:
        raise _refused(_("This is not a valid address. Valid: one such as https://example.org/hooks.")) from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise _refused(_("The address begins with neither http:// nor https://, or names no host."))
    if parts.username is not None or parts.password is not None:
        raise _refused(_("Leave name and password out of the address: the signature says who sends."))
    if parts.fragment or url.endswith("#"):
        raise _refused(_("Leave out what follows #: it is never sent."))
    return parts, port


def _check_host(host: str, port: int) -> None:
    try:
        checked(host, port, socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    except AddressRefused:
        words = _("%(host)s leads to an address that is not public. An operator can allow it in EVALHUB_STATIC_HOSTS.")
        raise _refused(words % {"host": host}) from None
    except (OSError, UnicodeError):
        words = _("The name %(host)s is not known. Check how it is spelled.")
        raise _refused(words % {"host": host}) from None


def _refused(text: str) -> InvalidInput:
    return InvalidInput(text, code="bad_address")
