"""A journal of a million rows, such as years of use leave: timers that were started, ended and taken off
the list. The daemon itself writes the first ones, and they are the pattern of the others."""

import random
import shutil
import sqlite3
import time

ROWS = 1_000_000
# To be raised when this file comes to write something else.
EDITION = 1
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def state_with_a_million(stage):
    """The folder of such a state; kept for later runs, since it takes a while."""
    sample = stage.scratch("pattern")
    with stage.daemon("pattern", state=sample) as daemon:
        schema = daemon.result("hello")["schema"]
        state = stage.folder / f"million-{EDITION}-{schema}"
        if (state / "whole").exists():
            return state
        live_a_little(daemon)
    for leftover in stage.folder.glob("million-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    shutil.copytree(sample, state)
    multiply(state / "tracker.db")
    verify(stage, state)
    (state / "whole").touch()
    return state


def live_a_little(daemon):
    daemon.result("timer.start", duration="1s", name="tea", message="Mind the leaves")
    cancelled = daemon.result("timer.start", duration="25m", name="writing")["id"]
    daemon.result("timer.cancel", timer=cancelled)
    time.sleep(1.2)
    if daemon.result("timer.clear")["cleared"] != 2:
        raise RuntimeError("the pattern's timers haven't ended")


def multiply(path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = OFF")
    pattern = list(database.execute("SELECT * FROM journal ORDER BY seq"))
    last, newest = pattern[-1][0], pattern[-1][1]
    lives = {}
    for row in pattern:
        lives.setdefault(row[4], []).append(row)
    with database:
        database.executemany(
            "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            rows(list(lives.values()), last, newest))
        # As after a year in which every alert was given.
        database.execute("INSERT OR REPLACE INTO meta SELECT 'alerted', MAX(seq) FROM journal")
    database.close()


def rows(lives, last, newest):
    """One timer's rows after another's, half a minute apart, to the end of those with the last row."""
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
