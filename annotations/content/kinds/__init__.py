"""Content kinds: how one text of an item is read and drawn; one file each, registered by itself."""

from evalhub.lib.registry import Registry

registry = Registry("content kind", package=__name__, instances=True)
