"""Registries load their package by themselves and name the valid keys when asked for another."""

import importlib
import sys
import threading

import pytest

from evalhub.lib.errors import UnknownKey
from evalhub.lib.registry import Registry


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Writes a package `plugins_under_test`, its registry in __init__, and forgets it afterwards."""

    def write(**modules):
        folder = tmp_path / "plugins_under_test"
        folder.mkdir()
        (folder / "__init__.py").write_text(
            "from evalhub.lib.registry import Registry\nregistry = Registry('colour', package=__name__)\n"
        )
        for name, text in modules.items():
            path = folder.joinpath(*name.split("__")).with_suffix(".py")
            path.parent.mkdir(exist_ok=True)
            if path.parent != folder:
                (path.parent / "__init__.py").touch()
            path.write_text("from plugins_under_test import registry\n" + text)
        monkeypatch.syspath_prepend(tmp_path)
        import plugins_under_test

        return plugins_under_test.registry

    yield write
    for name in [name for name in sys.modules if name.startswith("plugins_under_test")]:
        del sys.modules[name]


def test_one_added_file_is_enough(package):
    registry = package(
        red="@registry.register('red')\nclass Red: pass\n",
        blue="@registry.register('blue')\nclass Blue: pass\n",
    )

    keys = registry.keys()

    assert keys == ["blue", "red"]
    assert registry["red"].__name__ == "Red"
    assert "red" in registry and len(registry) == 2 and list(registry) == keys


def test_order_does_not_depend_on_what_was_imported_first(package):
    registry = package(
        red="@registry.register('red')\nclass Red: pass\n",
        blue="@registry.register('blue')\nclass Blue: pass\n",
    )
    importlib.import_module("plugins_under_test.red")

    keys = registry.keys()

    assert keys == ["blue", "red"]


def test_sub_packages_are_loaded_too(package):
    registry = package(warm__red="@registry.register('red')\ndef red(): return 1\n")

    red = registry["red"]

    assert red() == 1


def test_unknown_key_names_the_valid_ones(package):
    registry = package(red="@registry.register('red')\nclass Red: pass\n")

    with pytest.raises(UnknownKey) as failure:
        registry["green"]

    assert failure.value.message == "Unknown colour 'green'. Valid: red."
    assert failure.value.details == {"valid": ["red"]}


@pytest.mark.parametrize("key", [None, 3, [], {"a": 1}, "x" * 10_000])
def test_hostile_keys_are_unknown_keys(key):
    registry = Registry("colour")

    with pytest.raises(UnknownKey) as failure:
        registry[key]

    assert key not in registry
    assert len(failure.value.message) < 200


def test_a_broken_module_fails_every_look_up(package):
    registry = package(broken="raise RuntimeError('no such paint')\n")

    for _ in range(2):
        with pytest.raises(RuntimeError, match="no such paint"):
            registry.keys()


def test_keys_belong_to_one_thing_made_once():
    registry = Registry("colour")

    @registry.register("red")
    class First:
        pass

    with pytest.raises(ValueError, match="'red' is registered by .*First and by .*Second"):

        @registry.register("red")
        class Second:
            pass

    assert registry["red"] is First

    registry = Registry("colour", instances=True)

    @registry.register("red")
    class Red:
        title = "Warm red"

    assert isinstance(registry["red"], Red)
    assert registry["red"] is registry["red"]
    assert registry.choices() == [("red", "Warm red")]


def test_threads_wait_for_the_first_load(package):
    registry = package(red="import time\ntime.sleep(0.1)\n@registry.register('red')\nclass Red: pass\n")
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(registry.keys())) for _ in range(4)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert seen == [["red"]] * 4


def test_part_of_a_registry_offers_what_holds_and_names_nothing_else():
    registry = Registry("number")
    part = registry.where(lambda thing: thing.__name__ != "two")
    for name in ("one", "two"):
        registry.register(name)(type(name, (), {}))

    assert (list(part), len(part), "two" in part) == (["one"], 1, False)
    assert part["one"] is registry["one"]
    with pytest.raises(UnknownKey, match="Unknown number 'two'. Valid: one."):
        part["two"]


def test_a_single_module_may_be_added(package):
    registry = package(
        red="@registry.register('red')\nclass Red: pass\n",
        other__blue="@registry.register('blue')\nclass Blue: pass\n",
    )
    single = Registry("colour")
    single.add_package("plugins_under_test.red")

    assert single.keys() == [] and "red" in registry
    assert "plugins_under_test.red" in sys.modules
