"""What is on while somebody trains: a read of the session, a run to its end, the live view."""

import fcntl
import json
import os
import pty
import sqlite3
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

from figure import Figure, median, within

#: As many as in an hour of 20 s each. Here they are short: what may add up does so at each boundary,
#: and tests with a clock that is moved by hand go through the hour.
INTERVALS = 180
INTERVAL_MS = 100
END_MS = 5


def training(stage):
    yield from reading(stage)
    yield from ending(stage)
    yield from watching(stage)


def reading(stage):
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "training.get"})
    # On one processor, both pairs, as in the figure of a read.
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(everywhere)})
    try:
        daemon = stage.daemon("hold")
        daemon.result("training.start", mode="time", target=3600)
        size = stage.run("roundtrip", daemon.socket, 500, request)["reply_bytes"]
        echo = stage.echo(size)
        ours, bare = [], []
        for _ in range(10):
            bare.append(stage.run("roundtrip", echo, 2000, request)["times"])
            ours.append(stage.run("roundtrip", daemon.socket, 2000, request)["times"])
    finally:
        os.sched_setaffinity(0, everywhere)
    yield within("training.get in a hold", median(ours), 3, median(bare), "bare echo")


def ending(stage):
    daemon = stage.daemon("run")
    daemon.result("program.create", name="Hour", intervals=[
        {"repeat": INTERVALS, "intervals": [{"label": "Work", "duration": INTERVAL_MS}]}])
    daemon.result("events.subscribe", types=["run.completed"])
    daemon.result("run.start", program="Hour")
    daemon.next_event()
    ended = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    daemon.stop()
    planned = started_ns(daemon.state) + INTERVALS * INTERVAL_MS * 1_000_000
    yield Figure(
        f"end of {INTERVALS} intervals", (ended - planned) / 1e6, END_MS, "ms",
        "fixed; after the planned moment")


def started_ns(state):
    """When the run began, by CLOCK_BOOTTIME, as the journal has it: on the wire there are milliseconds."""
    database = sqlite3.connect(state / "tracker.db")
    tally, = database.execute(
        """
        SELECT json_extract(changes, '$[0].row.tally') FROM journal WHERE event = 'run.started'
        """).fetchone()
    database.close()
    return int(tally.split(" ")[1].split("/")[1])


def watching(stage):
    seconds = 10 if stage.is_quick else 30
    daemon = stage.daemon("watched")
    daemon.result("training.start", mode="time", target=3600)
    view = View(stage, daemon)
    try:
        # What it does once, at its start, is done by then.
        time.sleep(2)
        processes = {"trackerctl live": view.process.pid, "trackerd": daemon.process.pid}
        before = {name: cpu_ns(pid) for name, pid in processes.items()}
        since = time.monotonic_ns()
        time.sleep(seconds)
        span = time.monotonic_ns() - since
        shares = {
            name: 100 * (cpu_ns(pid) - before[name]) / span for name, pid in processes.items()}
        frames = view.frames
    finally:
        view.end()
    if frames < 9 * seconds:
        raise RuntimeError(f"the view was drawn {frames} times in {seconds} s")
    for (name, share), limit in zip(shares.items(), (1, 0.1)):
        yield Figure(f"{name} in a hold", share, limit, "% CPU", "fixed; of one processor")


class View:
    """`trackerctl live` in a terminal that nobody looks at."""

    def __init__(self, stage, daemon):
        self.frames = 0
        self.terminal, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.process = subprocess.Popen(
            [stage.trackerctl, "live", "--socket", str(daemon.socket)], stdin=theirs,
            stdout=theirs, stderr=theirs, env=os.environ | {"TERM": "xterm-256color"},
            start_new_session=True)
        os.close(theirs)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        try:
            while os.read(self.terminal, 65536):
                self.frames += 1
        except OSError:
            pass

    def end(self):
        self.process.terminate()
        self.process.wait(10)
        os.close(self.terminal)


def cpu_ns(pid):
    """The time that a process has had on processors, all of its threads."""
    return sum(
        int((task / "schedstat").read_text().split()[0])
        for task in Path(f"/proc/{pid}/task").iterdir())
