"""A journal of a million rows, such as years of use leave: timers started, ended, off the list.

The daemon itself writes the first ones, and they are the pattern of the others.
"""

import hashlib
import random
import re
import shutil
import sqlite3
import time
from pathlib import Path

COLUMNS = "seq, at, device, event, subject, cause, changes, data"
ROWS = 1_000_000
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def state_with_a_million(stage):
    """The folder of such a state; kept for later runs, since it takes a while."""
    if not stage.million:
        stage.million = made_or_kept(stage)
    return stage.million


def made_or_kept(stage):
    sample = stage.scratch("pattern")
    with stage.daemon("pattern", state=sample) as daemon:
        live_a_little(daemon)
    state = stage.folder / f"million-{fingerprint(sample / 'tracker.db')}"
    if (state / "whole").exists():
        return state
    for leftover in stage.folder.glob("million-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    shutil.copytree(sample, state)
    multiply(state / "tracker.db")
    verify(stage, state)
    (state / "whole").touch()
    return state


def fingerprint(path):
    """What tells one form of the database, and of this file, from others."""
    database = sqlite3.connect(path)
    form = list(database.execute("SELECT sql FROM sqlite_schema ORDER BY name"))
    form += database.execute("SELECT event, cause, changes, data FROM journal ORDER BY seq")
    database.close()
    # Ids, times and numbers differ each time.
    words = re.sub(r"[0-9a-z-]*[0-9][0-9a-z-]*", "", repr(form))
    return hashlib.sha256((words + Path(__file__).read_text()).encode()).hexdigest()[:12]


def live_a_little(daemon):
    daemon.result("timer.start", duration="1s", name="tea", message="Mind the leaves")
    cancelled = daemon.result("timer.start", duration="25m", name="writing")["id"]
    daemon.result("timer.cancel", timer=cancelled)
    time.sleep(1.2)
    daemon.result("timer.answer", timer="tea")
    if daemon.result("timer.clear")["cleared"] != 2:
        raise RuntimeError("the pattern's timers haven't ended")


def multiply(path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = OFF")
    # What the program brings along, and what it offers by itself, comes once.
    pattern = list(database.execute(
        f"SELECT {COLUMNS} FROM journal WHERE event LIKE 'timer.%' ORDER BY seq"))
    last, newest = database.execute("SELECT MAX(seq), MAX(at) FROM journal").fetchone()
    lives = {}
    for row in pattern:
        lives.setdefault(row[4], []).append(row)
    with database:
        database.executemany(
            f"INSERT INTO journal ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            rows(list(lives.values()), last, newest))
        # As after a year in which every alert was given.
        database.execute("INSERT OR REPLACE INTO meta SELECT 'alerted', MAX(seq) FROM journal")
    database.close()


def rows(lives, last, newest):
    """One timer's rows after another's, half a minute apart; the last timer's are whole too."""
    generator = random.Random(1)
    seq = last
    while seq < ROWS:
        for life in lives:
            subject = "".join(generator.choices(ALPHABET, k=12))
            for _, _, device, event, old, cause, changes, data in life:
                seq += 1
                yield (
                    seq, newest - max(0, ROWS - seq) * 30_000, device, event, subject, cause,
                    changes.replace(old, subject), data.replace(old, subject))


def verify(stage, state):
    with stage.daemon("verify", state=state) as daemon:
        found = daemon.result("journal.verify")
        if not found["ok"] or found["events"] < ROWS:
            raise RuntimeError(f"the million rows aren't consistent: {found}")
