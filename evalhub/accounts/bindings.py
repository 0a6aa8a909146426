"""What an API key may be bound to: features register the kinds, and a key has one object of one kind at most."""

from evalhub.lib.registry import Registry

# A kind has a `title`, a `noun` for errors, and `objects(membership)`: those that the member may see. Its key names a
# field of ApiKey.
registry = Registry("kind of object that a key may be bound to")
