"""How large an upload may be; every limit is checked while the file is read, whatever it says about itself."""

from dataclasses import dataclass

MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """`row_bytes` bounds the memory one record can take; `errors` is how many are told, the rest is counted."""

    file_bytes: int = 100 * MEGABYTE
    decoded_bytes: int = 200 * MEGABYTE
    rows: int = 1_000_000
    columns: int = 2_000
    cell_bytes: int = MEGABYTE
    row_bytes: int = 8 * MEGABYTE
    name_characters: int = 200
    errors: int = 100
    parquet_memory_bytes: int = 320 * MEGABYTE


def megabytes(size):
    """A limit in words: "100 MB", "0.5 MB"."""
    return f"{size / MEGABYTE:.3g} MB"
