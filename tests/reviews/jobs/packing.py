"""Archives for the tests: honest ones, and some that lie."""

import gzip
import io
import stat
import tarfile
import zipfile

JOB = {"job/manifest.json": "{}", "job/data/plot.json": "[1]"}


def zipped(contents=JOB, *, mode=0, compression=zipfile.ZIP_DEFLATED):
    """A zip of {name: text}; a name that ends in "/" is a folder. `mode` is the Unix mode of the entries."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in dict(contents).items():
            info = zipfile.ZipInfo(name)
            info.compress_type = compression
            info.external_attr = mode << 16
            archive.writestr(info, content)
    return file


def tarred(contents=JOB):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name, content in dict(contents).items():
            add(archive, name, content)
    return file


def add(archive, name, content="", **fields):
    """Add an entry to an open tar, with these fields of its header."""
    info = tarfile.TarInfo(name)
    data = content.encode() if isinstance(content, str) else content
    info.size = len(data)
    info.type = tarfile.DIRTYPE if name.endswith("/") else tarfile.REGTYPE
    for key, value in fields.items():
        setattr(info, key, value)
    archive.addfile(info, io.BytesIO(data))


def tar_of(name, content="", **fields):
    """A compressed tar of one good file and this entry."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        add(archive, "good.json", "{}")
        add(archive, name, content, **fields)
    return file


def squeezed(raw):
    return io.BytesIO(gzip.compress(raw))


def lying(file, real, claimed):
    """The zip with every mention of this size of an entry replaced."""
    return io.BytesIO(file.getvalue().replace(real.to_bytes(4, "little"), claimed.to_bytes(4, "little")))


LINK = stat.S_IFLNK | 0o777
