"""Which hosts may be reached: those that the operator lists at any address, all others at public addresses only."""

import ipaddress
import os
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit
from urllib.request import getproxies_environment, proxy_bypass_environment  # pyright: ignore[reportAttributeAccessIssue]

from evalhub.lib.env import SettingError, env_list

# Variables of the operator's that name a place to call.
_BASES, _PLACES = "_API_BASE", ("EVALHUB_SIMULATED_URL",)
_PORTS = {"http": 80, "https": 443}
_IPV4_IN_IPV6 = (ipaddress.ip_network("64:ff9b::/96"),)
# Python takes them for public: protocol assignments (a cloud's metadata is among them), another cloud's metadata, and
# networks that translate to IPv4 at a place of the address that only their operator knows.
_INTERNAL = tuple(
    map(
        ipaddress.ip_network,
        (
            "192.0.0.0/24",
            "168.63.129.16/32",
            "64:ff9b:1::/48",
            "::ffff:0:0:0/96",
            "3fff::/20",
        ),
    )
)


class AddressRefused(OSError):
    """A host that the operator does not list has an address that is not public."""

    def __init__(self, host):
        super().__init__(f"{host} has an address that is not public.")
        self.host = host


def static_hosts() -> dict[str, str]:
    """The table of EVALHUB_STATIC_HOSTS (`name=address,…`) as {name: address}."""
    table = {}
    for entry in env_list("EVALHUB_STATIC_HOSTS"):
        name, separator, address = entry.partition("=")
        try:
            ipaddress.ip_address(address)
        except ValueError:
            separator = ""
        if not separator or not name:
            raise SettingError(
                f"EVALHUB_STATIC_HOSTS holds {entry!r}. Valid values: name=address, parted by commas, "
                "with an IPv4 or IPv6 address."
            )
        table[name.strip().lower()] = address.strip()
    return table


def install() -> None:
    """Resolve the table's names to their addresses in this process; every other name goes the usual way."""
    table = static_hosts()
    if not table or getattr(socket.getaddrinfo, "static_hosts", None) == table:
        return
    resolve = socket.getaddrinfo

    def getaddrinfo(host, *args, **kwargs):
        name = host.decode("ascii") if isinstance(host, bytes) else host
        return resolve(table.get(name.lower(), name) if isinstance(name, str) else name, *args, **kwargs)

    getaddrinfo.static_hosts = table
    socket.getaddrinfo = getaddrinfo


def checked(host: str, port: int, found: Iterable[tuple]) -> list[str]:
    """The addresses in `found`, which getaddrinfo said of this host: connect to these, and do not resolve it again.

    One address that is not public refuses the host, unless the operator lists it.
    """
    addresses = list(dict.fromkeys(each[4][0] for each in found))
    if not all(map(is_public, addresses)) and not is_listed(host, port):
        raise AddressRefused(host)
    return addresses


def is_listed(host: str, port: int) -> bool:
    """Whether the operator names this place: in EVALHUB_STATIC_HOSTS, or as a base address such as OPENAI_API_BASE."""
    name = host.lower().rstrip(".")
    return name in static_hosts() or (name, port) in _listed_places()


def _listed_places():
    values = [value for name, value in os.environ.items() if name.endswith(_BASES) or name in _PLACES]
    for value in values:
        try:
            parts = urlsplit(value)
            port = parts.port or _PORTS.get(parts.scheme)
        except ValueError:
            continue
        if parts.hostname and port:
            yield parts.hostname.rstrip("."), port


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet, also where it holds an IPv4 address in one of IPv6."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if found.version == 6:
        # The IPv4 addresses that an IPv6 address leads to.
        last = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if any(found in network for network in _IPV4_IN_IPV6) or int(found) >> 32 == 0:
            inner = [last]
        else:
            inner = [each for each in (found.ipv4_mapped, found.sixtofour, *(found.teredo or ())) if each]
        return all(map(_is_public, inner)) if inner else _is_public(found) and not found.is_site_local
    return _is_public(found)


def _is_public(found):
    is_internal = any(found in network for network in _INTERNAL)
    return found.is_global and not (found.is_multicast or found.is_reserved or is_internal)


def proxy_of(scheme: str, host: str, port: int) -> str | None:
    """The proxy that the operator's HTTP_PROXY, HTTPS_PROXY and NO_PROXY name for a place, or None."""
    proxies = getproxies_environment()
    proxy = proxies.get(scheme) or proxies.get("all")
    return None if not proxy or proxy_bypass_environment(f"{host}:{port}", proxies) else proxy
