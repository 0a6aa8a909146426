"""Typed readers of environment variables that name the variable and its valid values when they fail."""

import math
import os
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any


class SettingError(Exception):
    """A setting is missing or holds a value that is not valid."""


_REQUIRED = object()
_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def env_str(name: str, default: Any = _REQUIRED) -> Any:
    value = os.environ.get(name)
    if value is None or value == "":
        if default is _REQUIRED:
            raise SettingError(f"{name} is not set. Set it to a non-empty text.")
        return default
    return value


def env_bool(name: str, default: bool = False) -> bool:
    value = os.environ.get(name)
    if value is None:
        return default
    if value.lower() in _TRUE:
        return True
    if value.lower() in _FALSE:
        return False
    raise SettingError(f"{name} is {value!r}. Valid values: 1, true, yes, on, 0, false, no, off.")


def env_int(name: str, default: int, minimum: int | None = None, maximum: int | None = None) -> int:
    return _number(name, default, minimum, maximum, int, "a whole number")


def env_float(name: str, default: float, minimum: float | None = None, maximum: float | None = None) -> float:
    return _number(name, default, minimum, maximum, float, "a number")


def env_choice(name: str, default: str, choices: Collection[str]) -> str:
    value = env_str(name, default)
    if value not in choices:
        raise SettingError(f"{name} is {value!r}. Valid values: {', '.join(choices)}.")
    return value


def env_list(name: str, default: Iterable[str] = ()) -> list[str]:
    """A comma-separated list; blanks around and between the parts are dropped."""
    value = os.environ.get(name)
    if value is None:
        return list(default)
    return [part.strip() for part in value.split(",") if part.strip()]


def env_folders(name: str) -> list[tuple[str, Path]]:
    """(owner, Path) of each part of a list such as `acme=/data/acme:/data/jobs`, links in it resolved; owner is empty
    where none is named."""
    found = []
    for part in os.environ.get(name, "").split(os.pathsep):
        owner, named, path = part.strip().rpartition("=")
        if not part.strip():
            continue
        if not Path(path).is_absolute() or bool(owner) != bool(named):
            raise SettingError(f"{name} has {part!r}. Valid: absolute folders, each alone or as owner=folder.")
        found.append((owner, Path(path).resolve()))
    return found


def _number(name, default, minimum, maximum, kind, words):
    text = os.environ.get(name)
    if text is None or text == "":
        return default
    valid = words
    if minimum is not None and maximum is not None:
        valid += f" from {minimum} to {maximum}"
    elif minimum is not None:
        valid += f" of at least {minimum}"
    try:
        value = kind(text)
    except ValueError:
        raise SettingError(f"{name} is {text!r}. Valid values: {valid}.") from None
    below, above = minimum is not None and value < minimum, maximum is not None and value > maximum
    if not math.isfinite(value) or below or above:
        raise SettingError(f"{name} is {text!r}. Valid values: {valid}.")
    return value
