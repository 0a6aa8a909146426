"""Lines of a file as bytes, split on \\n only, in bounded memory."""

from functools import partial


def lines(file, *, most):
    """Yield each line with its end; of one longer than `most` bytes only the first most + 1 bytes come."""
    for line in iter(partial(file.readline, most + 1), b""):
        yield line
        if len(line) > most and line[-1:] != b"\n":
            _drop_rest(file, most)


def _drop_rest(file, most):
    for part in iter(partial(file.readline, most), b""):
        if part[-1:] == b"\n":
            return
