"""The same calls without the product: raw litellm and raw httpx, each in a process of its own.

python -m benchmarks.call_peers litellm|httpx ADDRESS CALLS CONCURRENCY < call.json     prints its figures as JSON
"""

import asyncio
import json
import os
import re
import sys
import time
from pathlib import Path


async def over_litellm(address, body):
    import litellm

    response = await litellm.acompletion(
        model="openai/fake",
        messages=body["messages"],
        api_base=f"{address}/v1",
        api_key="none",
        max_tokens=1300,
        response_format=body["response_format"],
        temperature=0,
        timeout=60,
        max_retries=0,
        num_retries=0,
    )
    return json.loads(response.choices[0].message.content)


def over_httpx():
    import httpx

    client = httpx.AsyncClient(limits=httpx.Limits(max_connections=1000, max_keepalive_connections=20), timeout=60)

    async def ask(address, body):
        response = await client.post(f"{address}/v1/chat/completions", json=body)
        return json.loads(response.json()["choices"][0]["message"]["content"])

    return ask


async def measure(ask, address, body, calls, concurrency):
    await ask(address, body)
    left = iter(range(calls))
    latencies = []

    async def worker():
        for _ in left:
            started = time.perf_counter()
            if "case_ref" not in await ask(address, body):
                raise SystemExit("The answer is not the provider's.")
            latencies.append(time.perf_counter() - started)

    before, started = time.process_time(), time.perf_counter()
    await asyncio.gather(*[worker() for _ in range(concurrency)])
    seconds, cpu = time.perf_counter() - started, time.process_time() - before
    return {"seconds": seconds, "cpu": cpu, "calls": len(latencies), "latencies": latencies, "megabytes": most_memory()}


def most_memory():
    """The most that this process has held since it began, in MB; getrusage also counts what forked it."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text()).group(1)) / 1024


def main():
    name, address, calls, concurrency = sys.argv[1:]
    os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", LITELLM_MODE="PRODUCTION", LITELLM_LOG="ERROR")
    ask = over_litellm if name == "litellm" else over_httpx()
    found = asyncio.run(measure(ask, address, json.load(sys.stdin), int(calls), int(concurrency)))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
