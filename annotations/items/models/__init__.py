"""Tables of the bulk operations on items."""

from annotations.items.models.bulk_operation import BulkOperation

__all__ = ["BulkOperation"]
