"""The echo of a case's reference: found in both forms, behind decoration, and nowhere else."""

import json

from reviews.scorers.parsers import case_echo

REST = "It holds.\nEXPERT_AGREEMENT: 0.7"


def test_echoes_are_first_lines_or_properties():
    for first in [
        "CASE: ab12",
        "**CASE: ab12**",
        "**CASE:** ab12",
        "- CASE : `ab12`",
        "case: ab12.",
        "\n\nCASE: ab12",
        "```\nCASE: ab12",
    ]:
        assert case_echo.take(f"{first}\n{REST}") == case_echo.Echoed("ab12", REST), first

    for text in ["", REST, f"Well.\nCASE: ab12\n{REST}", f"In CASE: ab12\n{REST}", "{broken"]:
        assert case_echo.take(text) == case_echo.Echoed(None, text), text

    taken = case_echo.take('```json\n{"reasoning": "Ä", "case_ref": "ab12", "expert_agreement": 0.5}\n```')
    assert taken.case_ref == "ab12"
    assert json.loads(taken.text) == {"reasoning": "Ä", "expert_agreement": 0.5}

    assert case_echo.take('{"reasoning": "CASE: ab12"}').case_ref is None
