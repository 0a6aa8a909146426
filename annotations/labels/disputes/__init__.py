"""Disputes: how answers that are settled part by part are compared, shown and put together; one file per label type.

A label type without a file here is compared and settled as a whole. Nothing here reads a database or a request.
"""

from evalhub.lib.registry import Registry

registry = Registry("dispute", package=__name__, instances=True)
