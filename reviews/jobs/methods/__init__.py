"""Method reviewers: scorers of the results of one way of measuring, with what to ask and what to know for it.

A method is a folder: `reviewer.py` with a registered class, `prompts/` and `knowledge/`. Folders outside the project
are packages named in EVALHUB_METHOD_PACKAGES, parted by colons.
"""

import importlib.util

from evalhub.lib.env import SettingError, env_str
from evalhub.lib.translation import gettext
from reviews.jobs.errors import JobError, shown
from reviews.scorers.registry import DIRECTORY, registry

PACKAGES_VARIABLE = "EVALHUB_METHOD_PACKAGES"
registry.add_package(__name__)
methods = registry.where(lambda scorer: DIRECTORY in scorer.needs)


class MethodReviewerRegistry:
    """The methods by the `model_type` of a manifest, which is a key and matched exactly."""

    @staticmethod
    def register(name):
        """Decorator of a MethodReviewer's class, which gets the name; a range outside 0 to 1 is a ValueError."""

        def decorate(cls):
            low, high = cls.confidence_range
            if not 0 <= low <= high <= 1:
                raise ValueError(f"The method {name!r} has confidence_range {low!r} to {high!r}. Valid: within 0 to 1.")
            cls.name = name
            return registry.register(name)(cls)

        return decorate

    @staticmethod
    def create(name):
        """A new MethodReviewer; JobError unknown_method lists the available ones."""
        if name not in methods:
            available = ", ".join(MethodReviewerRegistry.available())
            words = gettext("Unknown method %(met)s. Available: %(available)s.")
            message = words % {"met": shown(name), "available": available}
            raise JobError(message, category="unknown_method", field="model_type")
        return methods[name].made()

    @staticmethod
    def available():
        """The names, sorted."""
        return sorted(methods)

    @staticmethod
    def confidence_map():
        """{name: (low, high)}."""
        return {name: tuple(methods[name].confidence_range) for name in MethodReviewerRegistry.available()}


def packages_named():
    """The packages of EVALHUB_METHOD_PACKAGES; SettingError for one that is not there."""
    names = [name.strip() for name in env_str(PACKAGES_VARIABLE, "").split(":") if name.strip()]
    for name in names:
        if not _exists(name):
            raise SettingError(f"{PACKAGES_VARIABLE} names {name!r}. Valid: packages that Python can import.")
    return names


def _exists(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


for _package in packages_named():
    registry.add_package(_package)
