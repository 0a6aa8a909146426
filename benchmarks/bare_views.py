"""The yardstick: the least that a labelling server on Django could do, with nothing of what makes it one.

A `next` takes a place by compare-and-swap, a `submit` swaps it to done and inserts the answer and an outbox row. No
caller is checked, no answer is validated, no history is kept.
"""

from django.db import connection, transaction
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView

TABLES = """
    CREATE TABLE bare_item (
        id bigint PRIMARY KEY, state text NOT NULL DEFAULT 'open', holder int, body jsonb NOT NULL
    );
    CREATE INDEX bare_open ON bare_item (id) WHERE state = 'open';
    CREATE TABLE bare_answer (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, item_id bigint NOT NULL, holder int NOT NULL,
        answer jsonb NOT NULL, at timestamptz NOT NULL DEFAULT now(), UNIQUE (item_id, holder)
    );
    CREATE TABLE bare_outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body jsonb NOT NULL, at timestamptz NOT NULL DEFAULT now()
    );
    INSERT INTO bare_item (id, body)
    SELECT n, jsonb_build_object('question', 'How long does order ' || n || ' take?') FROM generate_series(1, 200000) n;
    ANALYZE bare_item;
"""
CLAIM = """
    UPDATE bare_item SET state = 'held', holder = %s
    WHERE id = (SELECT id FROM bare_item WHERE state = 'open' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, body
"""


class Next(APIView):
    def post(self, request, holder):
        with connection.cursor() as cursor:
            cursor.execute(CLAIM, [holder])
            item_id, body = cursor.fetchone()
        return Response({"item_id": item_id, "body": body})


class Submit(APIView):
    def post(self, request, holder, item_id):
        answer = request.data["answer"]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "UPDATE bare_item SET state = 'done' WHERE id = %s AND holder = %s AND state = 'held'",
                [item_id, holder],
            )
            if not cursor.rowcount:
                return Response({"error": "not held"}, status=409)
            cursor.execute(
                "INSERT INTO bare_answer (item_id, holder, answer) VALUES (%s, %s, to_jsonb(%s::text)) RETURNING id",
                [item_id, holder, answer],
            )
            answer_id = cursor.fetchone()[0]
            cursor.execute("INSERT INTO bare_outbox (body) VALUES (jsonb_build_object('answer', %s))", [answer_id])
        return Response({"answer_id": answer_id})


urlpatterns = [
    path("bare/<int:holder>/next", Next.as_view()),
    path("bare/<int:holder>/<int:item_id>", Submit.as_view()),
]
