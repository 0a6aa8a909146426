"""What a model said of two answers in each order of showing them is kept with its judgement, in `details`."""

from django.db import migrations

MOVED = """
    UPDATE annotations_judgement j
    SET details = j.details || jsonb_build_object('orders', jsonb_build_object(
        'first', p.first, 'second', p.second, 'is_consistent', p.is_consistent, 'place', p.place,
        'request', p.request_id))
    FROM reviews_positioncheck p WHERE p.judgement_id = j.id"""


class Migration(migrations.Migration):
    atomic = False  # the rows' deferred checks must be through before the table goes

    dependencies = [("reviews", "0001_squashed"), ("annotations", "0002_judgement_details")]

    operations = [
        migrations.RunSQL(MOVED, migrations.RunSQL.noop),
        migrations.DeleteModel("PositionCheck"),
    ]
