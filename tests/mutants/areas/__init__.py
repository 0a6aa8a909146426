"""The mutants by area of the product, a module for each area."""

import importlib
import pkgutil

AREAS = {
    found.name: importlib.import_module(f"{__name__}.{found.name}").MUTANTS for found in pkgutil.iter_modules(__path__)
}
