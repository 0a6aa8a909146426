"""Label types: how one question is asked, checked, shown and compared; one file each, registered by itself."""

from evalhub.lib.registry import Registry

registry = Registry("label type", package=__name__, instances=True)
