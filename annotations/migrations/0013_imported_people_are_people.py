"""People whose answers came by import were stored as programs; the figures of their tasks are computed anew."""

from django.db import migrations

FORGOTTEN = """
    DELETE FROM annotations_agreementsnapshot s
    WHERE s.metric = 'computed' AND EXISTS (
        SELECT 1 FROM annotations_annotation a JOIN annotations_annotator n ON n.id = a.annotator_id
        WHERE a.task_id = s.task_id AND n.kind = 'program' AND n.parameters->>'imported_as' = 'person')"""
# Their names had " (imported)" after them, cut at 200 letters.
BECOME_PEOPLE = """
    UPDATE annotations_annotator n
    SET kind = 'human', fingerprint = '', name = o.name, external_name = o.name
    FROM (SELECT id, regexp_replace(name, ' [(]imported[)]$', '') AS name FROM annotations_annotator) o
    WHERE o.id = n.id AND n.kind = 'program' AND n.parameters->>'imported_as' = 'person'"""
BECOME_PROGRAMS = """
    UPDATE annotations_annotator
    SET kind = 'program', name = left(external_name || ' (imported)', 200), external_name = '',
        parameters = parameters || '{"imported_as": "person"}',
        fingerprint = encode(sha256(convert_to('import:person:' || external_name || ' (imported)', 'UTF8')), 'hex')
    WHERE kind = 'human' AND user_id IS NULL"""


class Migration(migrations.Migration):
    dependencies = [("annotations", "0012_people_without_an_account")]

    operations = [
        migrations.RunSQL(FORGOTTEN, migrations.RunSQL.noop),
        migrations.RunSQL(BECOME_PEOPLE, BECOME_PROGRAMS),
    ]
