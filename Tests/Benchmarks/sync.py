"""What it costs to share a log with other machines through a folder: each change, files that come in,
rest, many rows at once, and a start with them. The daemons are real, and so is the folder; only
for the way of an answer to another machine, Syncthing copies it."""

import json
import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

from figure import Figure, median, within
from turns import PING

ROWS = 400_000
DURABLE_FACTOR, START_FACTOR = 1.3, 1.5
CHANGE_MS = 1300
ANSWER_MS = 60
CARRIED_MS = 2000
FILE_MS = 50
WHOLE_MS = 60_000
OTHERS_MS = 50
PEAK_MIB = 60
REST_S = 20
#: More than a reminder of a minute takes to go off.
PATIENCE_S = 90
#: Time after which nothing is left of what was just done: memory is given back after 2 s.
CALM_S = 3
EFFORT = (
    '{"jsonrpc":"2.0","id":1,"method":"log.add","params":{"exercise":"push-ups","count":10}}')


def sync(stage):
    yield from changing(stage)
    yield from reading(stage)
    yield from resting(stage)
    yield from many_rows(stage)
    yield Figure(
        "answer here to bubble gone there, by two Syncthings", figures_of(stage, "answer")["answer"],
        CARRIED_MS, "ms", "fixed")


def share(daemon, folder, name):
    daemon.result("sync.enable", folder=str(folder), name=name, confirm=True)
    daemon.result("sync.now")


def own_files(folder, daemon):
    """What tells one state of a machine's log files from another."""
    own = folder / daemon.result("sync.status")["writer"]
    return lambda: {(entry.name, entry.inode()) for entry in os.scandir(own) if is_log(entry.name)}


def is_log(name):
    return name.endswith(".log") and not name.startswith(".")


# Changes


def changing(stage):
    folder = stage.scratch("shared")
    off, on = stage.daemon("off"), stage.daemon("on")
    share(on, folder, "on")
    count = 3 if stage.is_quick else 10
    # They go off together, after a minute.
    for number in range(count):
        on.result(
            "reminder.create", name=f"r{number}", every="1m", days="daily", follow_up=False)
    ours, bare = [], []
    for _ in range(8 if stage.is_quick else 20):
        bare.append(stage.run("roundtrip", off.socket, 50, EFFORT)["times"])
        ours.append(stage.run("roundtrip", on.socket, 50, EFFORT)["times"])
    yield within(
        "durable command, shared", median(ours), DURABLE_FACTOR, median(bare), "not shared")
    files = own_files(folder, on)
    spans = [
        until_written(on, files, "log.add", exercise="push-ups", count=10) for _ in range(count)]
    yield Figure("change to file, slowest", max(spans), CHANGE_MS, "ms", "fixed; 1 s is a wait")
    wait_for(lambda: pending(on) == count, "the reminders")
    spans = [
        until_written(on, files, "reminder.answer", reminder=f"r{number}", action="dismiss")
        for number in range(count)]
    yield Figure("answer to file, slowest", max(spans), ANSWER_MS, "ms", "fixed")
    off.stop()
    on.stop()


def pending(daemon):
    reminders = daemon.result("reminder.list")["reminders"]
    return sum((one.get("pending") or {}).get("state") == "pending" for one in reminders)


def until_written(daemon, files, method, **params):
    """The time in ms from a call to the file that has what it changed."""
    # What was changed before is written first.
    daemon.result("sync.now")
    before = files()
    began = time.perf_counter()
    daemon.result(method, **params)
    while files() == before:
        if time.perf_counter() - began > PATIENCE_S:
            raise RuntimeError(f"{method} has reached no file")
        time.sleep(0.001)
    return (time.perf_counter() - began) * 1000


def wait_for(is_there, what, seconds=PATIENCE_S, pause=0.1):
    end = time.monotonic() + seconds
    while not is_there():
        if time.monotonic() > end:
            raise RuntimeError(f"{what} didn't come in {seconds} s")
        time.sleep(pause)


# Files of others


def reading(stage):
    rounds = 30 if stage.is_quick else 200
    found = figures_of(stage, "file", stage.scratch("files"), rounds)
    yield Figure(
        "file of 64 KiB to merged, p99", found["p99"], FILE_MS, "ms",
        "fixed")


def figures_of(stage, *arguments):
    done = subprocess.run(
        [stage.sync_figures, *map(str, arguments)], stdout=subprocess.PIPE, check=True, text=True,
        env={**os.environ, "TRACKERD": stage.trackerd})
    # What the engine logs comes before.
    return json.loads(done.stdout.splitlines()[-1])


# Rest


def resting(stage):
    """At rest nothing wakes and nothing is written. Once a daemon has left, it is as if it had never shared."""
    folder = stage.scratch("shared")
    daemon, other = stage.daemon("left"), stage.daemon("other")
    daemon.result("log.add", exercise="push-ups", count=10)
    time.sleep(CALM_S)
    before = Held(daemon)
    share(daemon, folder, "one")
    share(other, folder, "two")
    for each in (daemon, other, daemon, other):
        each.result("log.add", exercise="push-ups", count=10)
        each.result("sync.now")
    for each in (daemon, other):
        each.result("sync.now")
    seconds = REST_S // 2 if stage.is_quick else REST_S
    wakeups, writes = rest(daemon, folder, seconds)
    yield Figure(f"wake-ups in {seconds} s, shared", wakeups, 0, "", "fixed; of all threads")
    yield Figure(f"writes in {seconds} s, shared", writes, 0, "", "fixed; calls, and changed files")
    daemon.result("sync.leave")
    time.sleep(CALM_S)
    after = Held(daemon)
    for name in ("threads", "descriptors", "watches"):
        yield Figure(
            f"{name} once left", getattr(after, name), getattr(before, name), "", "never shared")
    wakeups = wakeups_of(daemon)
    other.result("log.add", exercise="push-ups", count=10)
    other.result("sync.now")
    time.sleep(seconds)
    yield Figure(
        f"wake-ups in {seconds} s once left", wakeups_of(daemon) - wakeups, 0, "",
        "fixed; another machine writes")
    daemon.stop()
    other.stop()


class Held:
    """What a daemon holds."""

    def __init__(self, daemon):
        process = Path(f"/proc/{daemon.process.pid}")
        self.threads = len(list((process / "task").iterdir()))
        descriptors = list((process / "fdinfo").iterdir())
        self.descriptors = len(descriptors)
        self.watches = sum(
            line.startswith("inotify ") for path in descriptors
            for line in path.read_text().splitlines())


def rest(daemon, folder, seconds):
    """How often any of the daemon's threads wakes, and how much it writes, while nobody asks for anything."""
    time.sleep(CALM_S)
    wakeups, writes, files = wakeups_of(daemon), writes_of(daemon), marks(folder)
    time.sleep(seconds)
    changed = len(marks(folder) ^ files)
    return wakeups_of(daemon) - wakeups, writes_of(daemon) - writes + changed


def wakeups_of(daemon):
    return sum(
        number_in(task / "status", "voluntary_ctxt_switches")
        for task in Path(f"/proc/{daemon.process.pid}/task").iterdir())


def writes_of(daemon):
    return number_in(Path(f"/proc/{daemon.process.pid}/io"), "syscw")


def number_in(path, key):
    for line in path.read_text().splitlines():
        name, value = line.split(":", 1)
        if name == key:
            return int(value.split()[0])
    raise KeyError(key)


def marks(folder):
    return {
        (str(path), path.stat().st_ino, path.stat().st_mtime_ns)
        for path in folder.rglob("*") if path.is_file()}


# Many rows


def many_rows(stage):
    rows = ROWS // 10 if stage.is_quick else ROWS
    share_of_rows = rows / ROWS
    folder, log, alone = (stage.scratch(name) for name in ("shared", "log", "alone"))
    figures_of(stage, "fill", log, rows)
    shutil.copytree(log / "state", alone)
    with stage.daemon("first", state=log / "state") as first, Beside(first) as beside:
        # Whatever follows from the rows is settled before, and isn't part of it.
        first.result("streak.get")
        beside.begin()
        share(first, folder, "first")
        yield from beside.figures(f"enabling with {rows:,} rows", WHOLE_MS * share_of_rows)
        with stage.daemon("second") as second:
            yield from first_sync(second, folder, rows, share_of_rows)
            with stage.daemon("third") as third:
                share(third, folder, "third")
                come_together([first, second, third])
    yield starting(stage, alone, log / "state", rows)


def first_sync(daemon, folder, rows, share_of_rows):
    with Beside(daemon) as beside:
        beside.begin()
        daemon.result("sync.enable", folder=str(folder), name="second", confirm=True)
        wait_for(lambda: has_merged(daemon), "the rows", seconds=600, pause=0.5)
        yield from beside.figures(f"first sync of {rows:,} rows", WHOLE_MS * share_of_rows)
        beside.begin()
        daemon.result("sync.now")
        yield from beside.figures(f"writing {rows:,} synced rows", WHOLE_MS * share_of_rows)


def has_merged(daemon):
    status = daemon.result("sync.status")
    return bool(status.get("merged_at")) and status["unread"] == 0


def come_together(daemons):
    """Has them read each other until nothing is new to any."""
    for _ in range(5):
        done = [daemon.result("sync.now") for daemon in daemons]
        if all(each["written"] == 0 and each["merged"] == 0 for each in done):
            break
    else:
        raise RuntimeError(f"the machines don't come to rest: {done}")
    digests = [daemon.result("sync.digest") for daemon in daemons]
    if any(digest != digests[0] for digest in digests):
        raise RuntimeError(f"the machines differ: {digests}")


def starting(stage, alone, shared, rows):
    # The first start after the copy settles what follows from the rows.
    with stage.daemon("alone", state=alone) as daemon:
        daemon.result("streak.get")
    times = stage.run(
        "ready", stage.sockets, 8 if stage.is_quick else 20,
        "--", *stage.command(alone, stage.sockets / "alone.sock"),
        "--", *stage.command(shared, stage.sockets / "shared.sock"))
    return within(
        f"start, {rows:,} rows and 3 folders", times[1]["p50_us"], START_FACTOR,
        times[0]["p50_us"], "not shared")


class Beside:
    """Another client of a daemon, which asks for something small all the time."""

    def __init__(self, daemon):
        self.daemon = daemon
        self.is_over = threading.Event()
        self.waits = []

    def __enter__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(str(self.daemon.socket))
        self.replies = self.socket.makefile("rb")
        self.asking = threading.Thread(target=self.ask)
        self.asking.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.asking.join()
        self.replies.close()
        self.socket.close()

    def ask(self):
        while not self.is_over.is_set():
            began = time.perf_counter()
            self.socket.sendall(PING)
            if not self.replies.readline():
                return
            self.waits.append((time.perf_counter() - began) * 1000)
            # A processor of its own for its questions would be the daemon's loss.
            time.sleep(0.002)

    def begin(self):
        """Begins anew; the daemon's memory at its peak, too."""
        Path(f"/proc/{self.daemon.process.pid}/clear_refs").write_text("5")
        self.waits = []
        self.began = time.perf_counter()

    def figures(self, name, limit_ms):
        took = (time.perf_counter() - self.began) * 1000
        waits = sorted(self.waits)
        yield Figure(name, took, limit_ms, "ms", "fixed")
        yield Figure(
            f"{name}, another's p99", waits[len(waits) * 99 // 100], OTHERS_MS, "ms", "fixed")
        yield Figure(
            f"{name}, memory", self.daemon.status("VmHWM") / 1024, PEAK_MIB, "MiB",
            "fixed; at its peak")
