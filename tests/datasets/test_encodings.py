"""Files that are no UTF-8: what is offered, and how they are converted."""

import pytest

from datasets import encodings
from datasets.actions import imports
from datasets.models import DatasetVersion
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.datasets.files import received

TEXT = "id,question\n1,plain\n2,Häufige Frage über Größe – “so”\n"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "file.csv"


def test_encodings_are_offered_that_read_differently_and_nothing_is_offered_for_utf_8_or_what_is_no_text(path):
    path.write_bytes(TEXT.encode("cp1252"))
    found = {offer.encoding: offer.lines for offer in encodings.offers(path)}
    assert next(iter(found)) == "cp1252"
    assert found["cp1252"] == ["2,Häufige Frage über Größe – “so”"]
    assert "Hдufige" in found["cp1251"][0]
    assert len({tuple(lines) for lines in found.values()}) == len(found)

    for data in (TEXT.encode(), b"", bytes(range(256))):
        path.write_bytes(data)
        assert encodings.offers(path) == []


@pytest.mark.parametrize("encoding", ["cp1252", "shift_jis", "utf-16"])
def test_file_is_converted_whatever_a_chunk_cuts_through(path, encoding, monkeypatch):
    text = "id,question\n" + ("1,日本\n" if encoding == "shift_jis" else "1,Größe\n") * 50
    monkeypatch.setattr(encodings, "CHUNK_BYTES", 7)
    path.write_bytes(text.encode(encoding))

    encodings.convert(path, path.with_suffix(".utf8"), encoding)

    assert path.with_suffix(".utf8").read_text(encoding="utf-8") == text


def test_what_is_not_of_the_encoding_leaves_no_file(path):
    path.write_bytes(b"\x81\x8d")

    with pytest.raises(UnicodeDecodeError):
        encodings.convert(path, path.with_suffix(".utf8"), "cp1252")

    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.django_db
def test_utf_16_converts_itself_and_the_file_stays_as_it_came():
    version = imports.run(version=received(TEXT.encode("utf-16"), name="rows.csv"))

    assert (version.validation_status, version.encoding, version.row_count) == ("VALID", "utf-16", 2)
    assert version.cases.last().input == {"prompt": "Häufige Frage über Größe – “so”"}


@pytest.mark.django_db
def test_person_chooses_the_encoding_on_the_page(bob, client_of):
    version = received(TEXT.encode("cp1252"), name="rows.csv", dataset=factories.make_dataset(bob.organization))
    client, path = client_of(bob), version.get_absolute_url()
    imports.run(version=version)
    page = client.get(path).content.decode()

    client.post(f"{path}mapping/", {"do": "convert", "encoding": "shift_jis"})
    imports.run(version=DatasetVersion.objects.get())
    wrong = client.get(path).content.decode()
    client.post(f"{path}mapping/", {"do": "convert", "encoding": "cp1252"})
    version = imports.run(version=DatasetVersion.objects.get())

    assert "The text is not UTF-8" in page and "Häufige Frage" in page
    assert "The file is not in Shift JIS" in wrong and "The text is not UTF-8" in wrong
    assert (version.validation_status, version.cases.count()) == ("VALID", 2)
    assert "Converted from Windows-1252" in client.get(path).content.decode()
    with pytest.raises(InvalidInput, match="encoding is"):
        imports.restart(version=version, mapping=None, encoding="klingon", by=bob.user)
