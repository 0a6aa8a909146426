"""Token buckets in Redis, shared by all processes: one script answers a whole list of asks at once."""

import functools
import json

from django.conf import settings

from evalhub.lib.redis_client import connect
from reviews.engine.limits.token_buckets import DEEPEST_DEBT_SECONDS

PREFIX = "evalhub:{pace}:"  # braces: one slot of a cluster, so that one script may touch all keys
TIMEOUT_SECONDS = 1.0

# The arithmetic of reviews.engine.limits.token_buckets.Buckets; a bucket that is full again expires, for a missing one
# is full. Levels are kept exactly: one rounded down would have whoever asks for a full bucket wait.
_SCRIPT = """
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000
local asked = cjson.decode(ARGV[1])
local levels, ahead = {}, {}
for k, key in ipairs(KEYS) do
  local kept = redis.call('HMGET', key, 'at', '1', '2', '3')
  local passed = math.max(now - (tonumber(kept[1]) or now), 0)
  levels[k], ahead[k] = {}, {0, 0, 0}
  for m = 1, 3 do
    local capacity, rate = asked.rules[k][m][1], asked.rules[k][m][2]
    levels[k][m] = math.min((tonumber(kept[m + 1]) or capacity) + passed * rate, capacity)
  end
end
local answers = {}
for w, want in ipairs(asked.wants) do
  local k, amounts, seconds = want[1], want[3], 0
  for m = 1, 3 do
    local capacity, rate = asked.rules[k][m][1], asked.rules[k][m][2]
    if rate > 0 and amounts[m] ~= 0 and not want[2] then
      local missing = math.min(amounts[m], capacity) + ahead[k][m] - levels[k][m]
      seconds = math.max(seconds, missing / rate)
    end
  end
  for m = 1, 3 do
    local capacity, rate = asked.rules[k][m][1], asked.rules[k][m][2]
    if seconds > 0 then
      ahead[k][m] = ahead[k][m] + amounts[m]
    elseif rate > 0 then
      local left = math.min(levels[k][m] - amounts[m], capacity)
      levels[k][m] = math.max(left, -asked.debt * rate)
    end
  end
  answers[w] = string.format('%.6f', seconds)
end
for k, key in ipairs(KEYS) do
  local full = 0
  local fields = {'at', string.format('%.6f', now)}
  for m = 1, 3 do
    local capacity, rate = asked.rules[k][m][1], asked.rules[k][m][2]
    if rate > 0 then
      table.insert(fields, tostring(m))
      table.insert(fields, string.format('%.17g', levels[k][m]))
      full = math.max(full, (capacity - levels[k][m]) / rate)
    end
  end
  redis.call('DEL', key)
  redis.call('HSET', key, unpack(fields))
  redis.call('PEXPIRE', key, math.ceil(full * 1000) + 1000)
end
return answers
"""


def take(asks):
    """For each Ask the seconds until it may fit, 0.0 when it was taken; RedisError or OSError when Redis is away."""
    rules = {}
    for ask in asks:
        rules.setdefault(ask.key, ask.rules)
    numbers = {key: number for number, key in enumerate(rules, 1)}
    asked = {
        "rules": [[[rule.capacity, rule.per_second] for rule in three] for three in rules.values()],
        "wants": [[numbers[ask.key], ask.is_correction, ask.amounts] for ask in asks],
        "debt": DEEPEST_DEBT_SECONDS,
    }
    answers = _script(settings.REDIS_URL)(keys=[PREFIX + key for key in rules], args=[json.dumps(asked)])
    return [float(answer) for answer in answers]


@functools.cache
def _script(url):
    return connect(url, timeout_seconds=TIMEOUT_SECONDS).register_script(_SCRIPT)
