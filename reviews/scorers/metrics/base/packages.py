"""Versions of the libraries that metrics are computed by."""

from importlib import metadata


class Version:
    """The `version` of a metric: its own and that of a library, which is not imported for it.

    `is_optional`: the library may be missing, and the metric then scores nothing.
    """

    def __init__(self, own: str, package: str, *, is_optional: bool = False):
        self.own, self.package, self.is_optional = own, package, is_optional

    def __get__(self, metric, kind=None) -> str:
        return f"{self.own}+{self.package}-{self._installed()}"

    def _installed(self):
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            if self.is_optional:
                return "missing"
            raise
