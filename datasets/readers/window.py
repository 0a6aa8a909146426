"""A moving window of text over a file, for values that are longer than any line."""

import codecs
import re

CHUNK_BYTES = 256 * 1024

_BLANKS = re.compile(r"[ \t\n\r]*")


class Window:
    """`buffer[position:]` is the text not yet taken; `read` makes it longer. Bytes that are no UTF-8 become lone
    surrogates ("surrogateescape"), so that they are found in the value that holds them. A mark at the start is dropped.
    """

    def __init__(self, file):
        self.buffer = ""
        self.position = 0
        self.ended = False
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("surrogateescape")

    def read(self):
        """Read on: at least a chunk, at least as much as is kept, so that a long value costs few attempts."""
        kept = self.buffer[self.position :]
        data = self._file.read(max(CHUNK_BYTES, len(kept)))
        self.ended = not data
        self.buffer = kept + self._decoder.decode(data, final=self.ended)
        self.position = 0

    def next_mark(self):
        """Go to the next character that is no blank and return it, or "" at the end."""
        while True:
            self.position = _BLANKS.match(self.buffer, self.position).end()
            if self.position < len(self.buffer) or self.ended:
                return self.buffer[self.position : self.position + 1]
            self.read()
