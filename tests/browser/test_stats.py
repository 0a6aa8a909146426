"""Figures side by side: however many there are, and however wide the page is, each row is full."""

import itertools

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The rows of .stats with so many figures, as the number of figures in each, and whether each row reaches both edges.
ROWS = """(wanted) => {
  const stats = document.querySelector(".stats"), first = stats.firstElementChild;
  stats.replaceChildren(...Array.from({ length: wanted }, () => first.cloneNode(true)));
  const box = stats.getBoundingClientRect();
  const rows = Map.groupBy(stats.children, (one) => Math.round(one.getBoundingClientRect().y));
  return [...rows.values()].map((row) => {
    const left = row[0].getBoundingClientRect().left, right = row.at(-1).getBoundingClientRect().right;
    return [row.length, Math.abs(left - box.left) < 3 && Math.abs(right - box.right) < 3];
  });
}"""
FIGURES = range(1, 10)


EXPECTED = {
    1440: [[1], [2], [3], [4], [5], [3, 3], [3, 4], [3, 3, 2], [3, 3, 3]],
    1024: [[1], [2], [3], [4], [3, 2], [3, 3], [3, 4], [3, 3, 2], [3, 3, 3]],
    390: [[1], [2], [2, 1], [2, 2], [2, 2, 1], [2, 2, 2], [2, 2, 2, 1], [2, 2, 2, 2], [2, 2, 2, 2, 1]],
}


def test_rows_of_figures_are_full(page_of, bob):
    bob.user.is_staff = True
    bob.user.save(update_fields=["is_staff"])
    page = page_of(bob)
    page.goto("/design/")

    for width, expected in EXPECTED.items():
        page.set_viewport_size({"width": width, "height": 844})
        rows = [page.evaluate(ROWS, n) for n in FIGURES]

        assert [[n for n, _ in each] for each in rows] == expected
        assert all(is_full for _, is_full in itertools.chain.from_iterable(rows))
