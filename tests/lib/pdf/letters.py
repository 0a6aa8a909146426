"""What letters a PDF file holds: those of the maps by which its text can be copied."""

import re
import zlib

STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
PAIRS = re.compile(rb"<[0-9a-fA-F]+> <((?:[0-9a-fA-F]{4})+)>")


def streams_of(content):
    """Its streams, unpacked."""
    found = []
    for packed in STREAM.findall(content):
        try:
            found.append(zlib.decompress(packed))
        except zlib.error:
            continue  # a font, which is packed in another way
    return found


def letters_of(content):
    maps = [each for each in streams_of(content) if b"beginbfchar" in each]
    return {
        letter
        for each in maps
        for text in PAIRS.findall(each)
        for letter in bytes.fromhex(text.decode()).decode("utf-16-be")
    }
