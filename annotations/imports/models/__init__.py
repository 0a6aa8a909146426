"""Tables of imports."""

from annotations.imports.models.import_job import ImportJob

__all__ = ["ImportJob"]
