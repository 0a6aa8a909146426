"""Tables of the manager's table of items."""

from annotations.items.models.bulk_operation import BulkOperation
from annotations.items.models.saved_view import SavedView

__all__ = ["BulkOperation", "SavedView"]
