"""Names that the product may reach where there is no DNS: a table of name and address."""

import ipaddress
import socket

from evalhub.lib.env import SettingError, env_list


def static_hosts():
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


def install():
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
