"""The kinds of prompts in the library; who uses a prompt registers its kind, one file each."""

from evalhub.lib.registry import Registry

registry = Registry("kind of prompt", package=__name__, instances=True)
