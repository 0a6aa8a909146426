"""Whether every Python finds a locked wheel of every package."""

from types import SimpleNamespace

from tests import wheels

HASHES = {"abc"}


def package(*names, digest="abc", **fields):
    files = [{"url": f"https://index.example/files/{name}.whl", "hashes": {"sha256": digest}} for name in names]
    return {"name": "cffi", "version": "2.1", "wheels": files} | fields


def test_plain_and_stable_wheels_serve_every_python_and_processor():
    plain = package("cffi-2.1-py3-none-any")
    stable = package(*(f"cffi-2.1-cp311-abi3-manylinux_2_17_{name}" for name in wheels.ARCHITECTURES))

    assert wheels.lacking([plain, stable], HASHES) == []


def test_each_python_and_processor_without_a_wheel_is_named():
    both = [f"cffi-2.1-cp{minor}-cp{minor}-manylinux2014_x86_64" for minor in (311, 312, 314)]

    found = wheels.lacking([package(*both)], HASHES)

    arm = [f"cffi 2.1: no locked wheel for Python 3.{minor}, aarch64" for minor in (11, 12, 13, 14)]
    assert sorted(found) == sorted(["cffi 2.1: no locked wheel for Python 3.13, x86_64", *arm])


def test_a_wheel_of_another_hash_or_of_a_later_system_does_not_count():
    assert len(wheels.lacking([package("cffi-2.1-py3-none-any", digest="def")], HASHES)) == 8
    assert len(wheels.lacking([package("cffi-2.1-py3-none-manylinux_2_39_x86_64")], HASHES)) == 8


def test_a_package_counts_only_where_its_marker_holds():
    windows = package(marker="sys_platform == 'win32'")
    older = package("cffi-2.1-cp311-cp311-manylinux_2_28_x86_64", marker="python_full_version < '3.12'")

    assert wheels.lacking([windows, older], HASHES) == ["cffi 2.1: no locked wheel for Python 3.11, aarch64"]


def test_an_index_out_of_reach_is_no_fault_of_the_lock(monkeypatch, capsys):
    statuses = [1, 2]
    monkeypatch.setattr(wheels, "compile_with_uv", lambda words, **options: SimpleNamespace(returncode=statuses.pop(0)))

    assert wheels.missing_wheels() == []
    assert "the package index cannot be reached" in capsys.readouterr().err
