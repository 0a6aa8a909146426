"""Bundles: every piece in one of them, as even as can be, and none larger than a scorer reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.studies import grouping
from experiments.studies.grouping import Piece
from experiments.studies.settings import STRATEGIES


def pieces(n, characters=4):
    return [Piece(100 + place, place, f"T{place}", "", characters) for place in range(1, n + 1)]


@given(st.integers(0, 60), st.integers(1, 12), st.sampled_from(STRATEGIES), st.integers(0, 2**31 - 1))
def test_every_piece_is_in_one_bundle(n, size, strategy, seed):
    bundles = grouping.deal(pieces(n), size=size, strategy=strategy, seed=seed)

    assert sorted(piece.id for bundle in bundles for piece in bundle) == [100 + place for place in range(1, n + 1)]
    assert all(0 < len(bundle) <= size for bundle in bundles)
    assert len(bundles) == -(-n // size)
    assert not bundles or max(map(len, bundles)) - min(map(len, bundles)) <= 1


def test_bundles_are_dealt_in_order_or_by_a_seed():
    bundles = grouping.deal(pieces(5), size=2, strategy="window_round_robin", seed=3)
    assert [grouping.name_of(bundle) for bundle in bundles] == ["E1+E4", "E2+E5", "E3"]

    def names(seed):
        dealt = grouping.deal(pieces(12), size=3, strategy="random_bundle", seed=seed)
        return [grouping.name_of(bundle) for bundle in dealt]

    assert names(1) == names(1) != names(2)

    one, two = pieces(2)
    assert grouping.signature((two, one)) == grouping.signature((one, two)) == "101|102"


@pytest.mark.parametrize("characters, large", [(40_000, False), (40_002, True)])
def test_size_is_of_all_texts_together(characters, large):
    assert grouping.is_too_large(pieces(2, characters)) is large


def test_material_and_its_description_have_one_order():
    bundle = pieces(11)[::-1]

    material = grouping.material(bundle, {piece.id: piece.title for piece in bundle})
    assert list(material)[:2] == ["evidence_1", "evidence_2"]
    assert grouping.texts_in_order(dict(sorted(material.items())))[:3] == ["T11", "T10", "T9"]
    assert grouping.description(bundle)["evidence_labels"][:2] == ["E11", "E10"]
    assert grouping.description(bundle)["evidence_ids"][0] == 111
