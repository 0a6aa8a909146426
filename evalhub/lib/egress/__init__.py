"""Connections to the outside: which names and addresses they may lead to, and two clients that keep to it."""

from evalhub.lib.egress.hosts import AddressRefused, checked, install, is_listed, is_public, proxy_of, static_hosts

__all__ = ["AddressRefused", "checked", "install", "is_listed", "is_public", "proxy_of", "static_hosts"]
