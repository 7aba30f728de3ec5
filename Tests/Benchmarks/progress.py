"""What progress costs after ten years: streak, reports, achievements and a report's page, and an effort with
all features on beside one with all of them off."""

import json
import os
import random
import sqlite3
import statistics
import subprocess
import time

from figure import Figure, median, within
from million import ALPHABET
from strength import DAY_S, SETS, decade, importing
from turns import turns, waits_of_another

ENTRIES = 20_000
OCCURRENCES = 60_000
#: Entries in one request.
BATCH = 500
#: Each read's limit in milliseconds.
READS = {
    "streak.get": ({}, 15),
    "streak.get of a year": ({"from": "-370d"}, 15),
    "report.get of a week": ({"period": "week"}, 10),
    "report.get of a year": ({"period": "year"}, 60),
    "achievement.list": ({}, 40),
}
PAGE_KB = 150
PAGE_MS = 100
SWITCHES = ("streak", "achievements", "xp", "challenges")
#: Longest wait of another client, p99 in milliseconds, while efforts of ten years ago are entered.
WAIT_MS = 20
EFFORT = '{"jsonrpc":"2.0","id":1,"method":"log.add","params":{"exercise":"squats","count":10}}'


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def progress(stage):
    state = stage.scratch("progress")
    importing(stage, state, decade())
    with stage.daemon("entries", state=state) as daemon:
        fill(daemon)
    answer(state)
    daemon = stage.daemon("progress", state=state)
    # The first effort makes all of it anew.
    daemon.result("log.add", exercise="squats", count=10)
    for name, (params, limit) in READS.items():
        spans = []
        for _ in range(5 if stage.is_quick else 15):
            # Nothing is known from the read before.
            daemon.result("timer.start", duration="25m")
            spans.append(daemon.span_us(request(name.split()[0], **params)))
        yield Figure(f"{name}, ten years", statistics.median(spans) / 1000, limit, "ms", "fixed")
    yield from page(stage, daemon)
    yield effort(stage, daemon)
    yield from backdated(stage, daemon)
    yield from turns(stage, daemon)


def fill(daemon):
    """Log entries of ten years, some each day."""
    generator = random.Random(2)
    now = time.time()
    for first in range(0, ENTRIES, BATCH):
        ages = [(first + place) * 3650 * DAY_S / ENTRIES + 60 for place in range(BATCH)]
        daemon.result("atomic", calls=[
            {"method": "log.add", "params": {
                "exercise": generator.choice(("squats", "push-ups", "plank")),
                "count": generator.randint(5, 40),
                "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now - age))}}
            for age in reversed(ages)])


def answer(state):
    """Occurrences of ten years, most of them answered."""
    generator = random.Random(3)
    database = sqlite3.connect(state / "tracker.db")
    columns = [row[1] for row in database.execute("PRAGMA table_info(occurrence)")]
    newest = int(time.time() * 1000) - 3_600_000
    span = 3650 * DAY_S * 1000 // OCCURRENCES
    with database:
        for number in range(OCCURRENCES):
            due = newest - number * span
            is_answered = generator.random() < 0.7
            row = {column: None for column in columns} | {
                "id": "".join(generator.choices(ALPHABET, k=12)), "reminder": "0" * 12,
                "test": 0, "state": "answered" if is_answered else "expired", "due_ms": due,
                "fired_ms": due, "fire_order": number, "ladder_ms": "[]", "rung": 0,
                "follow_ups_ms": "[]", "snoozes": 0, "day": (due - 14_400_000) // 86_400_000,
                "offset_s": 0}
            if is_answered:
                row |= {"answer": "log", "answered_ms": due + 40_000, "response_ms": 40_000}
            database.execute(
                f"INSERT INTO occurrence VALUES ({', '.join('?' * len(columns))})",
                list(row.values()))
        database.execute("DELETE FROM checkpoint")
    database.close()


def page(stage, daemon):
    path = stage.folder / "year.html"
    command = [
        stage.trackerctl, "report", "year", "--html", str(path), "--force",
        "--socket", str(daemon.socket)]
    spans = []
    for _ in range(5 if stage.is_quick else 15):
        daemon.result("timer.start", duration="25m")
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        spans.append((time.perf_counter() - began) * 1000)
    yield Figure("a year's page, whole process", statistics.median(spans), PAGE_MS, "ms", "fixed")
    yield Figure("a year's page", os.path.getsize(path) / 1000, PAGE_KB, "kB", "fixed")


def effort(stage, daemon):
    ours, bare = [], []
    # No more of them than a long day has.
    for _ in range(2 if stage.is_quick else 5):
        for are_on, times in ((False, bare), (True, ours)):
            daemon.result("settings.set", **{switch: are_on for switch in SWITCHES})
            times.append(stage.run("roundtrip", daemon.socket, 10, EFFORT)["times"])
    return within("log.add, ten years", median(ours), 1.5, median(bare), "all switches off")


def backdated(stage, daemon):
    """An effort of ten years ago, and how long others wait while progress follows it."""
    ten_years_ago = time.strftime("%Y-%m-%dT12:00:00Z", time.gmtime(time.time() - 3640 * DAY_S))
    line = request("log.add", exercise="squats", count=10, at=ten_years_ago)
    ours, bare = [], []
    for _ in range(2 if stage.is_quick else 5):
        bare.append(stage.run("roundtrip", daemon.socket, 10, EFFORT)["times"])
        ours.append(stage.run("roundtrip", daemon.socket, 10, line)["times"])
        daemon.result("status")
    yield within("log.add of ten years ago", median(ours), 1.5, median(bare), "one of today")
    waits = []
    for _ in range(3 if stage.is_quick else 10):
        daemon.result("log.add", exercise="squats", count=10, at=ten_years_ago)
        # Whoever asks for figures has progress settled.
        waits += waits_of_another(daemon, "status", {})
    waits.sort()
    yield Figure(
        "another's wait meanwhile, p99", waits[len(waits) * 99 // 100], WAIT_MS, "ms", "fixed")
