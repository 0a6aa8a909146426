"""Command of the simulated provider."""

import subprocess
import sys
import urllib.request


def start(*arguments):
    command = [sys.executable, "-m", "evalhub.demo.provider", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_command_names_its_address_and_stops_when_told():
    with start("--port", "0", "--seed", "7") as process:
        address = process.stdout.readline().split()[-1]
        with urllib.request.urlopen(f"{address}/healthz", timeout=60) as response:
            status = response.status
        process.terminate()

        assert process.wait(timeout=60) == 0
    assert status == 200


def test_a_taken_port_is_told():
    with start("--port", "0") as first:
        port = first.stdout.readline().split(":")[-1].strip()
        with start("--port", port) as second:
            _, complaint = second.communicate(timeout=60)
        first.terminate()

    assert second.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{port}" in complaint


def test_it_imports_the_standard_library_only():
    code = (
        "import sys, evalhub.demo.provider.__main__\n"
        "foreign = {name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names - {'evalhub', '__main__'}\n"
        "ours = {name for name in sys.modules if name.startswith('evalhub.') and not name.startswith('evalhub.demo')}\n"
        "print(sorted(name for name in foreign | ours if not name.startswith('_')))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100)

    assert done.stdout.strip() == "[]"
