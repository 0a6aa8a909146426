"""Schemas of answers in the dialects of providers."""

from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from reviews.engine.client.wires import schemas


class Quote(BaseModel):
    text: str
    start: int | None = None


class Judged(BaseModel):
    value: Literal["a", "b"]
    score: int = Field(ge=1, le=5)
    quotes: list[Quote] = Field(max_length=3)
    pattern: str = Field("x", description="A field may be called so.")


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    by_name: dict[str, float]


class Tree(BaseModel):
    children: list["Tree"]


def test_strict_and_described_schemas():
    found = schemas.strict(Judged)
    assert found["required"] == ["value", "score", "quotes", "pattern"]
    assert found["additionalProperties"] is False and found["$defs"]["Quote"]["additionalProperties"] is False
    assert found["$defs"]["Quote"]["required"] == ["text", "start"]
    assert (found["properties"]["score"]["minimum"], found["properties"]["score"]["maximum"]) == (1, 5)
    assert found["properties"]["value"]["enum"] == ["a", "b"] and "default" not in found["properties"]["pattern"]

    found = schemas.described(Judged)
    properties = found["properties"]
    assert "$defs" not in found and properties["quotes"]["items"]["properties"]["text"]["type"] == "string"
    assert properties["score"]["description"] == "Note: minimum value: 1, maximum value: 5."
    assert "minimum" not in properties["score"] and "maxItems" not in properties["quotes"]
    assert properties["pattern"]["description"] == "A field may be called so."
    assert found["required"] == ["value", "score", "quotes"] and found["additionalProperties"] is False


def test_shared_open_and_endless_schemas():
    before = schemas.plain(Judged)
    schemas.strict(Judged), schemas.described(Judged), schemas.inlined(Judged)
    assert before == Judged.model_json_schema()

    assert schemas.is_open(schemas.inlined(Open)) and not schemas.is_open(schemas.inlined(Judged))

    with pytest.raises(ValueError, match="Tree holds itself"):
        schemas.inlined(Tree)
