"""How many parts a Protobuf body has, before it is read: an empty one of two bytes takes a hundred in memory."""

from google.protobuf.descriptor import Descriptor

VARINT, CONTAINER = 0, 2
WIDTHS = {1: 8, 3: 0, 4: 0, 5: 4}  # 3 and 4 are around a group, which the library passes over as unknown
NO_MESSAGE = (None, False)


def has_more(body: bytes, kind: Descriptor, most: int, *, heavy: tuple[str, ...] = (), most_heavy: int = 0) -> bool:
    """Whether a message of this kind has more than `most` fields, those of the messages inside of it included.

    Of messages in fields with a name of `heavy`, which cost far more, there may be `most_heavy`. What follows a break
    of the format is not counted: whoever reads the body refuses it.
    """
    seen = seen_heavy = 0
    waiting = [(0, len(body), _fields(kind, heavy, {}))]
    try:
        while waiting:
            place, end, fields = waiting.pop()
            while place < end:
                seen += 1
                key, place = body[place], place + 1
                if key > 127:
                    key, place = _varint(body, place - 1)
                if key & 7 == CONTAINER:
                    size, place = body[place], place + 1
                    if size > 127:
                        size, place = _varint(body, place - 1)
                    inside, is_heavy = fields.get(key >> 3, NO_MESSAGE)
                    seen_heavy += is_heavy
                    if inside and size:
                        waiting.append((place, place + size, inside))
                    place += size
                elif key & 7 == VARINT:
                    place = _varint(body, place)[1]
                else:
                    place += WIDTHS[key & 7]
                if seen > most or seen_heavy > most_heavy:
                    return True
    except (IndexError, KeyError):
        pass
    return False


def _fields(kind, heavy, known):
    """{number: (such a table of the message that it holds, whether it is heavy)}; a kind may hold itself."""
    if kind.full_name not in known:
        table = known[kind.full_name] = {}
        for field in kind.fields:
            if field.message_type:
                table[field.number] = (_fields(field.message_type, heavy, known), field.name in heavy)
    return known[kind.full_name]


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
