"""The queue under any order of events: whatever people, managers and the clock do, the invariants hold."""

import uuid

import pytest
from django.db import connection
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from annotations.agreement.actions import snapshots, staleness
from annotations.models import AgreementSnapshot, Annotation, Assignment, SchemaVersion
from annotations.queue.actions import claims, late_answers, leases, submissions
from annotations.tasks.actions import form
from evalhub import invariants
from evalhub.lib.errors import Conflict, Gone, InvalidInput, NotFound
from tests import factories

PEOPLE, ITEMS = 3, 2
RULES = ("I1", "I1-slots", "I2", "I3", "I4", "I4-frozen")
REFUSED = (Conflict, Gone, InvalidInput, NotFound)
WHO = st.integers(0, PEOPLE - 1)
WHICH = st.integers(0, ITEMS - 1)
VALUE = st.sampled_from(["correct", "partly", "wrong"])


class Queue(RuleBasedStateMachine):
    """`counted` is what must be stored: {(item id, annotator id): value}. A refused step changes nothing of it."""

    def __init__(self):
        super().__init__()
        self.admin = factories.make_member(role="admin")
        version = factories.make_version(factories.make_dataset(self.admin.organization), rows=ITEMS)
        self.task = factories.make_task(version, required=2)
        SchemaVersion.objects.filter(task=self.task).update(frozen_at="2026-01-01T00:00Z")
        form.forget()
        self.items = list(self.task.items.values_list("pk", flat=True))
        members = [factories.make_member(self.admin.organization) for _ in range(PEOPLE)]
        self.people = [factories.make_annotator(member) for member in members]
        self.pages = {}  # what each person has on screen, valid or not
        self.counted, self.sent = {}, []

    def hand_in(self, who, item_id, value, **fields):
        person = self.people[who]
        submission = submissions.Submission(answers={"verdict": value}, submission_id=uuid.uuid4(), **fields)
        try:
            stored = submissions.submit(item_id=item_id, task=self.task, annotator=person, submission=submission)
        except REFUSED:
            return
        self.counted[item_id, person.pk] = value
        self.sent.append((submission, item_id, person, stored.annotation.pk))

    @rule(who=WHO)
    def claim(self, who):
        claimed = claims.claim(task=self.task, annotator=self.people[who])
        if isinstance(claimed, claims.Lease):
            assert (claimed.item_id, self.people[who].pk) not in self.counted
            self.pages[who] = claimed

    @rule(who=WHO, value=VALUE)
    def work(self, who, value):
        self.claim(who)
        self.submit(who, value)

    @rule(who=WHO, value=VALUE)
    def come_late(self, who, value):
        """Take an item, leave it until others may have it, and answer it all the same."""
        self.claim(who)
        self.run_out(who, reaped=True)
        for other in range(PEOPLE):
            if other != who:
                self.work(other, value)
        self.submit(who, value)

    @rule(who=WHO)
    def prefetch(self, who):
        ready = claims.prefetch(task=self.task, annotator=self.people[who])
        assert ready is None or (ready.item_id, self.people[who].pk) not in self.counted

    @rule(who=WHO)
    def leave(self, who):
        leases.release_prefetched(task=self.task, annotator=self.people[who])

    @rule(who=WHO, value=VALUE)
    def submit(self, who, value):
        if who in self.pages:
            self.hand_in(who, self.pages[who].item_id, value, lease_token=self.pages[who].token)

    @rule(who=WHO, which=WHICH, value=VALUE)
    def submit_without_lease(self, who, which, value):
        self.hand_in(who, self.items[which], value)

    @rule(data=st.data())
    def repeat(self, data):
        if not self.sent:
            return
        submission, item_id, person, annotation_id = data.draw(st.sampled_from(self.sent))
        try:
            again = submissions.submit(item_id=item_id, task=self.task, annotator=person, submission=submission)
        except REFUSED:
            assert not Annotation.objects.filter(pk=annotation_id, withdrawn_at=None).exists()
        else:
            assert again.replayed and again.annotation.pk == annotation_id

    @rule(who=WHO, which=WHICH, flag=st.booleans())
    def skip(self, who, which, flag):
        allow(leases.skip, task=self.task, item_id=self.items[which], annotator=self.people[who], reason="x", flag=flag)

    @rule(who=WHO)
    def undo(self, who):
        item_id = allow(leases.undo, task=self.task, annotator=self.people[who])
        self.counted.pop((item_id, self.people[who].pk), None)

    @rule(who=WHO, reaped=st.booleans())
    def run_out(self, who, reaped):
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE annotations_assignment SET lease_until = now() - interval '1 minute' WHERE annotator_id = %s",
                [self.people[who].pk],
            )
        if reaped:
            leases.LEASES.round()

    @rule(who=WHO, which=WHICH)
    def release(self, who, which):
        leases.release(task=self.task, item_id=self.items[which], annotator=self.people[who])

    @rule(who=WHO)
    def take_over(self, who):
        if who in self.pages:
            allow(claims.take_over, task=self.task, annotator=self.people[who], item_id=self.pages[who].item_id)

    @rule(who=WHO, which=WHICH)
    def give_back(self, who, which):
        item_id, person = self.items[which], self.people[who]
        if allow(leases.give_back, task=self.task, item_id=item_id, annotator=person, note="why?", by=self.admin):
            self.counted.pop((item_id, person.pk), None)

    @rule(who=WHO, which=WHICH, value=VALUE)
    def reopen(self, who, which, value):
        again = allow(leases.reopen, task=self.task, item_id=self.items[which], annotator=self.people[who])
        if again and again.revises:
            self.hand_in(who, again.item_id, value, revises=again.revises)
        elif again:
            self.pages[who] = again

    @rule(which=WHICH)
    def assign(self, which):
        allow(leases.assign, task=self.task, item_id=self.items[which], annotator=self.people[0], by=self.admin)

    @rule(who=WHO, which=WHICH)
    def release_held(self, who, which):
        for held in Assignment.objects.filter(item_id=self.items[which], annotator=self.people[who]):
            leases.release_held(assignment=held, by=self.admin)

    @rule(which=WHICH)
    def extra_annotator(self, which):
        leases.extra_annotator(task=self.task, item_id=self.items[which], by=self.admin)

    @rule(counts=st.booleans())
    def decide_late(self, counts):
        for row in late_answers.waiting(task=self.task)[:1]:
            if counts:
                late_answers.count_in(assignment=row, by=self.admin)
                self.counted[row.item_id, row.annotator_id] = row.draft.answers["verdict"]
            else:
                late_answers.dismiss(assignment=row, by=self.admin)

    @invariant()
    def rules_hold(self):
        with connection.cursor() as cursor:
            for name in RULES:
                cursor.execute(invariants.RULES[name][1])
                assert cursor.fetchall() == [], name

    @invariant()
    def acknowledged_is_stored_and_nothing_else(self):
        current = Annotation.objects.current().filter(task=self.task).prefetch_related("judgements")
        stored = {(row.item_id, row.annotator_id): row.judgements.all()[0].value for row in current}
        assert stored == self.counted

    @invariant()
    def one_item_in_hand_and_one_ready(self):
        held = Assignment.objects.holding().filter(task=self.task).values_list("annotator_id", "state")
        assert len(held) == len(set(held))

    def teardown(self):
        """I5: the figures know everything that happened, and computing them anew gives the same."""
        snapshots.catch_up(task=self.task)
        first = figures(self.task)

        AgreementSnapshot.objects.filter(task=self.task).delete()
        snapshots.catch_up(task=self.task)

        assert not staleness.is_stale(self.task)
        assert figures(self.task) == first


def allow(verb, **arguments):
    """The result, or None when the step was refused."""
    try:
        return verb(**arguments)
    except REFUSED:
        return None


def figures(task):
    rows = AgreementSnapshot.objects.filter(task=task).exclude(metric="computed")
    return sorted((row.metric, str(row.value), row.n_items, row.n_labels) for row in rows)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.django_db(transaction=True)
def test_invariants_hold_whatever_happens():
    run_state_machine_as_test(
        Queue,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            derandomize=True,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
