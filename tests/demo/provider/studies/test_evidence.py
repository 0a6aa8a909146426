"""Evidence views of the simulation."""

from tests.demo.provider import staged

PAGE = """Home | News | Sport
Accept all cookies
The regime slammed the notorious paper
on Monday.
Subscribe to our newsletter

The editor, Ana Costa, of Lisbon said no.
The editor, Ana Costa, of Lisbon said no.
Advertisement"""


def text_of(kind, text=PAGE):
    return staged.evidence(kind, text).answer()["text"]


def test_cleaning_takes_the_page_away_and_nothing_else():
    text = text_of("cleaned")

    assert text == "The regime slammed the notorious paper on Monday.\n\nThe editor, Ana Costa, of Lisbon said no."


def test_neutral_words_keep_the_facts():
    text = text_of("neutralized", "The regime slammed the notorious paper of Ana Costa.")

    assert text == "The government criticized the paper of Ana Costa."


def test_abstraction_gives_the_same_name_the_same_letter():
    text = text_of("abstracted", "In May 2021 the editor Ana Costa left. Later the court freed Ana Costa and Bo Lund.")

    assert "Costa" not in text and "2021" not in text
    assert text.count("Name A") == 2 and text.count("Name B") == 1


def test_text_is_never_empty():
    assert text_of("cleaned", "Advertisement") == "Advertisement"
