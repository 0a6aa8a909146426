"""Entries of archives are read in order, bounded, and odd ones are named."""

import io
import tarfile
import zipfile

import pytest

from reviews.jobs.archive_entries import NotUnpacked, tar_entries, zip_entries
from tests.reviews.jobs import packing
from tests.reviews.jobs.packing import squeezed, tarred, zipped

LIMITS = {"most_bytes": 1_000_000, "most_entries": 10}


@pytest.mark.parametrize("entries, packed", [(zip_entries, zipped), (tar_entries, tarred)])
def test_entries_come_in_order_and_can_be_read(entries, packed):
    found = []
    for entry in entries(packed({"a/": "", "a/x.json": "12"}), **LIMITS):
        found.append((entry.name.rstrip("/"), entry.is_folder, entry.problem, entry.is_folder or entry.open().read()))

    assert found == [("a", True, "", True), ("a/x.json", False, "", b"12")]


def test_large_archive_is_not_opened():
    for entries in [zip_entries, tar_entries]:
        with pytest.raises(NotUnpacked, match="1,000,001 bytes"):
            list(entries(io.BytesIO(b"x" * 1_000_001), **LIMITS))


def test_zip_with_a_huge_directory_is_not_opened(monkeypatch):
    monkeypatch.setattr(zipfile, "ZipFile", None)

    with pytest.raises(NotUnpacked, match="more than 10 entries"):
        list(zip_entries(io.BytesIO(b"PK\x01\x02" * 201), **LIMITS))


def test_entries_are_counted_and_odd_ones_named():
    content = b"-" * ((1 << 20) - 2) + b"PK\x01\x02" * 201
    with pytest.raises(NotUnpacked, match="more than 10 entries"):
        list(zip_entries(io.BytesIO(content), most_bytes=10_000_000, most_entries=10))

    odd = next(zip_entries(zipped({"a": "x"}, compression=zipfile.ZIP_LZMA), **LIMITS))
    content = bytearray(zipped({"a": "x"}).getvalue())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert "deflate" in odd.problem
    assert next(zip_entries(io.BytesIO(content), **LIMITS)).problem == "it is encrypted"


def test_long_names_and_what_follows_the_end_are_refused():
    header = tarfile.TarInfo("long")
    header.type, header.size = tarfile.GNUTYPE_LONGNAME, 30_000_000
    file = squeezed(header.tobuf() + b"a" * 30_000_000)
    with pytest.raises(NotUnpacked, match="too large when unpacked"):
        list(tar_entries(file, **LIMITS))

    good = io.BytesIO()
    with tarfile.open(fileobj=good, mode="w:") as archive:
        packing.add(archive, "a", "x")
    with pytest.raises(NotUnpacked, match="after its last readable entry"):
        list(tar_entries(squeezed(good.getvalue() + b"hidden" * 4000), **LIMITS))


def test_holes_and_cut_directories_are_refused():
    file = packing.tar_of("holes", pax_headers={"GNU.sparse.map": "0,1", "GNU.sparse.size": "9"})
    assert [bool(entry.problem) for entry in tar_entries(file, **LIMITS)] == [False, True]

    content = bytearray(zipped({"a": "x", "b": "y"}).getvalue())
    content[content.index(b"PK\x01\x02") + 32] = 47  # the first entry swallows the second as its comment
    with pytest.raises(NotUnpacked, match="damaged"):
        list(zip_entries(io.BytesIO(content), **LIMITS))
