"""Where the pages of a task lead to: only where the reader may go."""

import pytest

from tests import factories


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))


def test_overview_leads_to_the_files_of_the_task(request, task, client_of):
    cases = [("bob", True, True), ("rita", True, False), ("vera", False, False)]
    for who, exports, imports in cases:
        html = client_of(request.getfixturevalue(who)).get(f"/tasks/{task.pk}/").content.decode()

        assert (f"/exports/?task={task.pk}" in html, f"/imports/?task={task.pk}" in html) == (exports, imports)


def test_questions_lead_to_the_page_that_changes_them_and_task_of_the_link_is_chosen(task, bob, rita, client_of):
    for member, may in ((bob, True), (rita, False)):
        html = client_of(member).get(f"/tasks/{task.pk}/questions/").content.decode()
        assert (f'href="/tasks/{task.pk}/form/"' in html) is may, member.role

    for path in ("/exports/", "/imports/"):
        page = client_of(bob).get(f"{path}?task={task.pk}").content.decode()
        assert f'value="{task.pk}" selected' in page, path
