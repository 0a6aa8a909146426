"""Versions of the libraries that metrics are computed by."""

from importlib import metadata


class Version:
    """The `version` of a metric: its own and that of a library, which is not imported for it."""

    def __init__(self, own: str, package: str):
        self.own, self.package = own, package

    def __get__(self, metric, kind=None) -> str:
        return f"{self.own}+{self.package}-{metadata.version(self.package)}"
