"""The OpenAPI document tells programs how to sign in."""

import json


def test_every_call_may_use_a_key_or_a_session(client, db):
    document = json.loads(client.get("/v1/schema/?format=json").content)

    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert document["components"]["securitySchemes"]["session"]["in"] == "cookie"
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert operations
    assert all({"key": []} in operation["security"] for operation in operations)


def test_page_of_the_document_loads_only_own_files(client, db):
    page = client.get("/v1/docs/").content.decode()

    assert "swagger-ui" in page
    assert "//cdn" not in page
