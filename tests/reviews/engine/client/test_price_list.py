"""The price list of litellm, read without litellm."""

import subprocess
import sys

from reviews.engine.client import price_list


def test_rates_of_a_listed_model_and_none_of_another(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")

    assert (
        price_list.rates_of("gpt-4o-mini")
        == price_list.rates_of("openai/gpt-4o-mini")
        == {
            "input_cost_per_token": 1.5e-7,
            "output_cost_per_token": 6e-7,
        }
    )
    assert price_list.rates_of("openai/of-my-own") is None


def test_litellm_is_not_loaded_for_it():
    lines = (
        "import sys; from reviews.engine.client import price_list; price_list.rates_of('openai/gpt-4o-mini'); "
        "sys.exit('litellm' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", lines], check=False).returncode == 0
