"""Formats of files with existing annotations: each turns the rows of a file into answers of somebody to an item."""

from evalhub.lib.registry import Registry

registry = Registry("import format", package=__name__, instances=True)
