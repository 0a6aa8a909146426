"""The entries of zip and tar archives, read one after the other and with a bound on what reading them costs."""

import gzip
import os
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from evalhub.lib.translation import gettext

_CENTRAL_HEADER = b"PK\x01\x02"
_END_RECORD = b"PK\x05\x06"
_END_RECORD_BYTES = 22 + 65535  # with the longest comment
_CHUNK_BYTES = 1 << 20
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCRYPTED = 0x1
# What a tar holds beside contents: a header, padding and long names for each entry, and the record at the end.
_TAR_EXTRA_BYTES = 5_000_000


class NotUnpacked(Exception):
    """The archive is refused; `entry` is the name of the entry it is refused for, if it is one."""

    def __init__(self, message, entry="file"):
        super().__init__(message)
        self.entry = entry


@dataclass(frozen=True)
class ArchiveEntry:
    """With a `problem` it must not be unpacked. `open` gives a readable file and is called before the next entry."""

    name: str
    is_folder: bool
    open: Callable
    problem: str = ""


def zip_entries(file, *, most_bytes, most_entries):
    """The entries of a zip in the order of its directory; what they say about their size is not looked at."""
    _check_size(file, most_bytes)
    _check_count(file, most_entries)
    with zipfile.ZipFile(file) as archive:
        if len(archive.infolist()) != _declared_count(file):
            raise NotUnpacked(gettext("The directory of the archive is damaged."))
        for info in archive.infolist():
            yield ArchiveEntry(
                info.orig_filename, info.is_dir(), lambda info=info: archive.open(info), _zip_problem(info)
            )


def tar_entries(file, *, most_bytes, most_entries):
    """The entries of a compressed tar while it is unpacked; NotUnpacked once it has become too large."""
    _check_size(file, most_bytes)
    with gzip.GzipFile(fileobj=file) as unpacked:
        source = _Bounded(unpacked, most_bytes + _TAR_EXTRA_BYTES)
        with tarfile.open(fileobj=source, mode="r|") as archive:
            for member in archive:
                yield ArchiveEntry(
                    member.name, member.isdir(), lambda member=member: archive.extractfile(member), _tar_problem(member)
                )
        # Read to the end, where the checksum stands; after a broken header tarfile stops as if the archive were over.
        while rest := source.read(_CHUNK_BYTES):
            if rest.strip(b"\0"):
                raise NotUnpacked(gettext("The archive contains data after its last readable entry."))


class _Bounded:
    """A readable file that refuses to give more than `most` bytes, whatever is asked for at once."""

    def __init__(self, file, most):
        self.file = file
        self.left = most

    def read(self, size):
        content = self.file.read(size)
        self.left -= len(content)
        if self.left < 0:
            raise NotUnpacked(gettext("The archive is too large when unpacked."))
        return content


def _check_size(file, most_bytes):
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size > most_bytes:
        words = gettext("The archive has %(met)s bytes. Valid: at most %(most)s.")
        raise NotUnpacked(words % {"met": f"{size:,}", "most": f"{most_bytes:,}"})


def _check_count(file, most_entries):
    """Before zipfile reads the whole directory into memory: each of its entries begins with the same four bytes.

    Archives inside the archive are counted too, hence the allowance; what is really there is counted later.
    """
    count, rest = 0, b""
    while chunk := file.read(_CHUNK_BYTES):
        seen = rest + chunk
        count += seen.count(_CENTRAL_HEADER)
        if count > 20 * most_entries:
            raise NotUnpacked(gettext("The archive has more than %(most)s entries.") % {"most": most_entries})
        rest = seen[-3:]
    file.seek(0)


def _declared_count(file):
    """How many entries the record at a zip's end speaks of; zipfile leaves out silently what it cannot reach."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_RECORD_BYTES))
    tail = file.read()
    place = tail.rfind(_END_RECORD)
    return struct.unpack_from("<H", tail, place + 10)[0]


def _zip_problem(info):
    if info.flag_bits & _ENCRYPTED:
        return gettext("it is encrypted")
    if info.compress_type not in _METHODS:
        return gettext("it is compressed in a way other than deflate")
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return gettext("it is a link or a device")
    if stat.S_ISDIR(mode) and not info.is_dir():
        return gettext("it is a file and a folder")
    return ""


def _tar_problem(member):
    if not (member.isreg() or member.isdir()) or member.issparse():
        return gettext("it is a link, a device or a file with holes")
    return ""
