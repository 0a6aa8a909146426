"""Blocks in which an error stays."""

import pytest

from evalhub.lib.processes.bulkhead import Contained


def test_error_stays_inside_and_is_logged(caplog):
    with Contained("Request 7") as work:
        raise ZeroDivisionError

    assert isinstance(work.error, ZeroDivisionError)
    assert caplog.messages == ["Request 7 failed."]


def test_nothing_is_said_of_what_went_well(caplog):
    with Contained("Request 7") as work:
        pass

    assert work.error is None and caplog.messages == []


@pytest.mark.parametrize("error", [KeyError, KeyboardInterrupt, SystemExit])
def test_named_errors_and_the_end_of_the_process_go_on(error):
    with pytest.raises(error), Contained("Request 7", passes=(KeyError,)):
        raise error
