"""What can be done to many items at once: one verb a file, registered by itself."""

from evalhub.lib.registry import Registry

registry = Registry("bulk operation", package=__name__, instances=True)
