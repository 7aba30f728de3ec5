"""What a thousand reminders cost, and ten years of what became of them."""

import json
import os
import random
import sqlite3
import statistics
import time

from figure import Figure, median, within
from million import ALPHABET

MANY = 1000
#: Of ten years.
OCCURRENCES = 60_000
UPCOMING = 10_000
NEXT_US = 20


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def create(daemon, count):
    # Due in a day, so that none fires while it is measured.
    for number in range(count):
        daemon.result("reminder.create", name=f"r{number}", every="24h", days="daily")


def reminders(stage):
    few, many = stage.daemon("ten"), stage.daemon("thousand")
    create(few, 10)
    create(many, MANY)
    yield from creating(stage, few, many)
    yield from computing(many)
    yield from resting(stage, many)
    yield from showing(stage)


def creating(stage, few, many):
    both = request("atomic", calls=[
        {"method": "reminder.create", "params": {"name": "one more", "every": "24h"}},
        {"method": "reminder.delete", "params": {"reminder": "last"}}])
    ours, bare = [], []
    for _ in range(6 if stage.is_quick else 12):
        bare.append(stage.run("roundtrip", few.socket, 40, both)["times"])
        ours.append(stage.run("roundtrip", many.socket, 40, both)["times"])
    yield within(
        f"create and delete, {MANY:,} reminders", median(ours), 1.5, median(bare), "with ten")


def computing(many):
    many.result(
        "reminder.create", name="often", every="30m", between="09:00-12:30, 13:30-17:00")
    for name, params in (("one", {"reminder": "often"}), (f"{MANY + 1:,}", {})):
        asked = request("reminder.upcoming", limit=UPCOMING, **params)
        span = statistics.median(many.span_us(asked) for _ in range(5))
        yield Figure(
            f"next occurrence, {name}", span / UPCOMING, NEXT_US, "µs",
            f"fixed; of {UPCOMING:,} in one reply, written out")


def resting(stage, many):
    seconds = 10 if stage.is_quick else 30
    # What the clients before have left behind is done by then.
    time.sleep(3)
    before = many.status("voluntary_ctxt_switches")
    time.sleep(seconds)
    wakeups = many.status("voluntary_ctxt_switches") - before
    yield Figure(f"wake-ups in {seconds} s, {MANY:,} reminders", wakeups, 0, "", "fixed")


def showing(stage):
    empty = stage.daemon("none")
    full = stage.daemon("decade", state=decade(stage))
    # On one processor, as in the figure of a read.
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(everywhere)})
    ours, bare = [], []
    for _ in range(10):
        bare.append(stage.run("roundtrip", empty.socket, 500, request("status"))["times"])
        ours.append(stage.run("roundtrip", full.socket, 500, request("status"))["times"])
    os.sched_setaffinity(0, everywhere)
    yield within(
        f"status, {MANY:,} reminders, {OCCURRENCES:,} past", median(ours), 2, median(bare),
        "with none")


def decade(stage):
    """A state in which the first firing of one reminder was multiplied."""
    state = stage.scratch("decade")
    with stage.daemon("decade", state=state) as daemon:
        create(daemon, MANY)
        daemon.result("reminder.fire", reminder="r0")
        daemon.result("reminder.answer", reminder="r0", action="dismiss")
    database = sqlite3.connect(state / "tracker.db")
    cursor = database.execute("SELECT * FROM occurrence WHERE state = 'dismissed'")
    columns = [column[0] for column in cursor.description]
    pattern = dict(zip(columns, cursor.fetchone()))
    owners = [row[0] for row in database.execute("SELECT id FROM reminder")]
    generator = random.Random(1)
    with database:
        for number in range(OCCURRENCES):
            age = number * 5_256_000
            pattern |= {
                "id": "".join(generator.choices(ALPHABET, k=12)),
                "reminder": generator.choice(owners), "due_ms": pattern["due_ms"] - age,
                "fire_order": number}
            database.execute(
                f"INSERT INTO occurrence VALUES ({', '.join('?' * len(columns))})",
                list(pattern.values()))
    database.close()
    return state
