"""Which evidence is scored together: bundles dealt from a window, none larger than a scorer reads at once."""

from dataclasses import dataclass

from experiments.studies.randomization import shuffled

MOST_TOKENS = 20_000
CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class Piece:
    """One evidence of a window as a study uses it, without its text, of which `characters` is the length.

    `label` is E1 for the first of the window.
    """

    id: int
    position: int
    title: str
    url: str
    characters: int

    @property
    def label(self):
        return f"E{self.position}"


def deal(pieces, *, size, strategy, seed):
    """Tuples of at most `size` pieces, as even as can be, every piece in one of them.

    window_round_robin deals them in the order of the window, random_bundle in an order that the seed decides.
    """
    order = shuffled(pieces, seed) if strategy == "random_bundle" else list(pieces)
    n_bundles = -(-len(order) // size)
    return [tuple(order[place::n_bundles]) for place in range(n_bundles)]


def estimated_tokens(bundle):
    """About how many tokens the texts of a bundle have."""
    return sum(piece.characters for piece in bundle) // CHARACTERS_PER_TOKEN


def is_too_large(bundle):
    return estimated_tokens(bundle) > MOST_TOKENS


def name_of(bundle):
    """The bundle's name within its study, such as E1+E4; evidence is in one bundle only, so it is unique."""
    return "+".join(piece.label for piece in bundle)


def signature(bundle):
    """The ids of the evidence, sorted: the same for the same evidence in any order."""
    return "|".join(str(number) for number in sorted(piece.id for piece in bundle))


def material(bundle, texts):
    """{name: text} as an item shows it: what is read, in order; `texts` is {id: text}."""
    return {f"evidence_{place}": texts[piece.id] for place, piece in enumerate(bundle, 1)}


def texts_in_order(material):
    """The texts of what `material` made, whatever order a database has put its names in."""
    return [material[f"evidence_{place}"] for place in range(1, len(material) + 1)]


def description(bundle):
    """What exports and tables name a bundle's evidence by, in the same order as the texts."""
    return {
        "bundle_signature": signature(bundle),
        "evidence_ids": [piece.id for piece in bundle],
        "evidence_labels": [piece.label for piece in bundle],
        "evidence_titles": [piece.title for piece in bundle],
        "evidence_urls": [piece.url for piece in bundle],
        "evidence_positions": [piece.position for piece in bundle],
    }
