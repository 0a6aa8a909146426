"""How many parts a Protobuf body has, before it is read: an empty one of two bytes takes a hundred in memory."""


def has_more(body: bytes, path: tuple[int, ...], most: int) -> bool:
    """Whether the messages along a path of field numbers have more than `most` fields in all.

    The rest of a message that breaks the format is not counted: whoever reads it refuses it.
    """
    seen, waiting = 0, [(memoryview(body), path)]
    while waiting:
        data, (number, *further) = waiting.pop()
        for found, part in _fields(data):
            seen += 1
            if seen > most:
                return True
            if further and found == number and part is not None:
                waiting.append((part, tuple(further)))
    return False


def _fields(data):
    """(number, bytes of a message or text, None of others) of each field."""
    place = 0
    try:
        while place < len(data):
            key, place = _varint(data, place)
            part = None
            if key & 7 == 0:
                _number, place = _varint(data, place)
            elif key & 7 == 2:
                size, place = _varint(data, place)
                part, place = data[place : place + size], place + size
            else:
                place += {1: 8, 5: 4}[key & 7]
            yield key >> 3, part
    except (IndexError, KeyError):
        return


def _varint(data, place):
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return value, place
        if shift > 63:
            raise IndexError(place)
