"""Editors of label types: which settings the builder offers for each, one file a type, registered by itself.

A label type without a file here can be used all the same: its settings are then written as JSON.
"""

from evalhub.lib.registry import Registry

registry = Registry("label editor", package=__name__, instances=True)
