"""`python -m evalhub.demo.provider`: run the simulated provider until it is interrupted."""

import argparse
import signal
import sys
import threading

from evalhub.demo.provider.server import SimulatedServer


def main():
    parser = argparse.ArgumentParser(prog="python -m evalhub.demo.provider")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free port")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other judgements")
    options = parser.parse_args()
    try:
        server = SimulatedServer((options.host, options.port), options.seed)
    except OSError as error:
        print(f"Cannot listen on {options.host}:{options.port}: {error.strerror}.", file=sys.stderr)
        return 1
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
    host, port = server.server_address[:2]
    print(f"Simulated provider is ready: http://{host}:{port}", flush=True)
    with server:
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
