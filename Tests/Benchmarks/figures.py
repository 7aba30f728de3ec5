"""What is measured, and the limit that the same run sets it.

Rounds of the one and the other alternate, so that whatever else the machine does hits both, and of
the rounds the median counts.
"""

import json
import os
import sqlite3
import statistics
import subprocess
import time

import million
from desktop import desktop
from figure import Figure, median, within
from progress import progress
from reminders import reminders
from strength import strength
from sync import sync
from training import training

START = '{"jsonrpc":"2.0","id":1,"method":"timer.start","params":{"duration":"25m"}}'
RESIDENT_KIB = 20_480


def durable(stage):
    daemon = stage.daemon("durable")
    appended = stage.scratch("append")
    ours, bare = [], []
    for _ in range(8 if stage.is_quick else 20):
        bare.append(stage.run("append", appended, 50))
        ours.append(stage.run("roundtrip", daemon.socket, 50, START)["times"])
    yield within(
        "durable command", median(ours), 1.5, median(bare), "4 KiB append and fdatasync")


def group_commit(stage):
    span = 500 if stage.is_quick else 1000
    rates = {"one": [], "many": [], "unsynced": []}
    for _ in range(3):
        daemon = stage.daemon("synced")
        unsynced = stage.daemon("unsynced", preload=stage.bare("nosync"))
        for name, (running, clients) in {
            "one": (daemon, 1), "many": (daemon, 64), "unsynced": (unsynced, 64)
        }.items():
            rate = stage.run("load", running.socket, clients, span, START)["per_second"]
            rates[name].append(rate)
        daemon.stop()
        unsynced.stop()
    one, many, unsynced = (statistics.median(rates[name]) for name in rates)
    bases = {
        8 * one: f"8 × {one:,.0f}/s (one client)",
        0.7 * unsynced: f"70 % of {unsynced:,.0f}/s (no fdatasync)"}
    yield Figure(
        "durable, 64 clients", many, min(bases), "/s", bases[min(bases)], at_least=True)


def read(stage):
    # Where a client and its server land on two processors, waking the other one up takes several times
    # as long as all the rest, on a virtual machine above all. Both pairs stay on one.
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(everywhere)})
    try:
        yield from read_on_one_processor(stage)
    finally:
        os.sched_setaffinity(0, everywhere)


def read_on_one_processor(stage):
    daemon = stage.daemon("read")
    timer = daemon.result("timer.start", duration="25m", name="tea")["id"]
    request = json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "timer.get", "params": {"timer": timer}})
    size = stage.run("roundtrip", daemon.socket, 500, request)["reply_bytes"]
    echo = stage.echo(size)
    ours, bare = [], []
    for _ in range(10):
        bare.append(stage.run("roundtrip", echo, 2000, request)["times"])
        ours.append(stage.run("roundtrip", daemon.socket, 2000, request)["times"])
    yield within("read round trip", median(ours), 3, median(bare), "bare echo")


def process(stage):
    daemon = stage.daemon("process")
    # The variable is there for all three, so that timew needs no shell.
    environment = os.environ | {"TIMEWARRIORDB": str(stage.scratch("timewarrior"))}
    start = ["--", stage.trackerctl, "timer", "start", "25m", "--socket", daemon.socket]
    bare = ["--", stage.bare("client"), daemon.socket]
    timew = []
    try:
        subprocess.run(
            ["timew", ":yes", "summary"], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, check=True)
        timew = ["--", "timew", "start"]
    except FileNotFoundError:
        print("timew isn't there (apt-get install timewarrior): not compared with it")
    runs = 60 if stage.is_quick else 200
    times = stage.run("spawn", runs, *start, *bare, *timew, env=environment)
    ours, client = times[0]["p50_us"], times[1]["p50_us"]
    yield within("trackerctl timer start", ours, 2.5, client, "bare C client")
    if timew:
        theirs = times[2]["p50_us"]
        yield Figure("trackerctl timer start", ours, theirs, "µs", "timew start")
    yield from efforts(stage, daemon, start, runs // 10)


def efforts(stage, daemon, start, runs):
    """A log entry and a set as whole processes: one request each, as the start of a timer is."""
    for name in ["Trial Ups", "Trial Press"]:
        daemon.result("exercise.create", name=name, unit="reps")
    socket = ["--socket", daemon.socket]
    log = ["--", stage.trackerctl, "log", "20", "trial ups", *socket]
    one = ["--", stage.trackerctl, "set", "trial press", "5x100", *socket]
    rounds = []
    for _ in range(10):
        # A workout has some twenty sets, not hundreds.
        daemon.result("workout.start", name="push")
        rounds.append([each["p50_us"] for each in stage.run("spawn", runs, *start, *log, *one)])
        daemon.result("workout.finish")
    timer, entry, lift = (statistics.median(times) for times in zip(*rounds))
    yield within("trackerctl log", entry, 1.2, timer, "trackerctl timer start")
    yield within("trackerctl set", lift, 1.2, timer, "trackerctl timer start")


def lateness(stage):
    rounds, seconds = (3, 4) if stage.is_quick else (7, 6)
    ours, bare = [], []
    for _ in range(rounds):
        bare.append(stage.run("late-bare", stage.scratch("late"), seconds)["times"]["p99_us"])
        daemon = stage.daemon("late")
        told = stage.run("late-daemon", daemon.socket, seconds)
        daemon.stop()
        late = sorted(late_us(daemon.state, told))
        ours.append(late[round(0.99 * (len(late) - 1))])
    theirs = statistics.median(bare)
    yield Figure(
        "lateness at 1,000/s, p99", statistics.median(ours), theirs + 2000, "µs",
        f"{theirs:,.0f} µs (bare thread with timerfds) + 2 ms")


def late_us(state, heard):
    """How late each timer was told, from the exact moment that the journal started it at; on the
    wire there are milliseconds. One that was due and never told is as late as the end of listening
    makes it."""
    database = sqlite3.connect(state / "tracker.db")
    started = database.execute(
        """
        SELECT subject, json_extract(changes, '$[0].row.tally'),
            json_extract(changes, '$[0].row.duration_ms')
        FROM journal WHERE event = 'timer.started'
        """).fetchall()
    database.close()
    told = dict(heard["told"])
    due = [(subject, boot_ns(tally) + span * 1_000_000) for subject, tally, span in started]
    return [
        (told.get(subject, heard["ended"]) - at) / 1000 for subject, at in due
        if subject in told or at < heard["ended"]]


def boot_ns(tally):
    """When a tally began, by CLOCK_BOOTTIME: `counted wall_ms/boot_ns/awake_ns/boot_id`."""
    return int(tally.split(" ")[1].split("/")[1])


def start(stage):
    empty = stage.scratch("empty")
    many = million.state_with_a_million(stage)
    stage.daemon("new", state=empty).stop()
    runs = 8 if stage.is_quick else 20
    times = stage.run(
        "ready", stage.sockets, runs, "--", *stage.command(empty, stage.sockets / "empty.sock"),
        "--", *stage.command(many, stage.sockets / "many.sock"))
    yield within(
        "start, a million rows", times[1]["p50_us"], 1.5, times[0]["p50_us"], "an empty journal")


def many_timers(stage):
    few, many = stage.daemon("few"), stage.daemon("many")
    stage.run("pairs", few.socket, "+10")
    stage.run("pairs", many.socket, "+10000")
    ours, bare = [], []
    for _ in range(6 if stage.is_quick else 12):
        bare.append(stage.run("pairs", few.socket, 40))
        ours.append(stage.run("pairs", many.socket, 40))
    yield within(
        "start and cancel, 10,000 run", median(ours), 1.5, median(bare), "with ten")


class Rest:
    """The daemon at rest with a million rows behind it; it rests while others are measured."""

    def __init__(self, stage):
        self.seconds = 15 if stage.is_quick else 60
        self.daemon = stage.daemon(
            "rest", state=million.state_with_a_million(stage),
            watchdog_seconds=8 if stage.is_quick else 40)
        use_everything(stage, self.daemon)
        # It gives back what the work has touched once that has paused.
        time.sleep(2.5)
        self.resident = self.daemon.status("VmRSS")
        self.threads = self.daemon.status("Threads")
        self.pings = self.count_pings()
        self.wakeups = self.daemon.status("voluntary_ctxt_switches")
        self.since = time.monotonic()

    def count_pings(self):
        return sum(message == "WATCHDOG=1" for message in self.daemon.messages)

    def figures(self):
        time.sleep(max(0, self.since + self.seconds - time.monotonic()))
        seconds = time.monotonic() - self.since
        wakeups = self.daemon.status("voluntary_ctxt_switches") - self.wakeups
        pings = self.count_pings() - self.pings
        yield Figure(
            "resident memory", self.resident, RESIDENT_KIB, "KiB",
            "fixed; a million rows, used, not verified or backed up")
        yield Figure("threads", self.threads, 1, "", "fixed")
        yield Figure(
            f"wake-ups in {seconds:.0f} s at rest", wakeups, pings, "", "the watchdog's pings")


def use_everything(stage, daemon):
    """Some commands of every kind, but verifying and backing up, which go through all there is;
    refusals of what isn't possible are part of it."""
    tea = daemon.result("timer.start", duration="25m", name="tea", message="Mind the leaves")["id"]
    for method in ("pause", "resume", "get", "restart", "finish", "cancel"):
        daemon.call(f"timer.{method}", timer=tea)
    daemon.call("timer.restart", timer="last")
    daemon.call("timer.extend", timer="tea", by="5m")
    daemon.call("timer.rename", timer="tea", name="green tea")
    watch = daemon.result("stopwatch.start")["id"]
    daemon.call("stopwatch.lap", timer=watch)
    daemon.call("rest.start", duration="90s")
    for method in ("pause", "resume", "get", "skip"):
        daemon.call(f"rest.{method}")
    daemon.call("atomic", calls=[{"method": "timer.list", "params": {"all": True}}] * 3)
    for method in (
        "hello", "status", "timer.list", "timer.clear", "config.get", "config.reload",
        "journal.undo", "no.such_method"
    ):
        daemon.call(method)
    daemon.call("exercise.create", name="Lift", unit="reps")
    daemon.call("workout.start", name="Push")
    for reps in (5, 6, 7):
        daemon.call("set.log", exercise="Lift", reps=reps, load=100, rest=False)
    daemon.call("set.update", set="last", reps=8)
    for method in (
        "workout.get", "workout.finish", "workout.list", "record.list", "settings.get",
        "template.list"
    ):
        daemon.call(method)
    daemon.call("export", what="sets", format="csv")
    daemon.call("events.list", limit=1000, newest_first=True)
    daemon.call("events.list", limit=1000, types=["timer.*"])
    seq = daemon.result("hello")["seq"]
    daemon.call("events.subscribe", since=seq - 2000, snapshot=True)
    for _ in range(200):
        daemon.call("timer.cancel", timer=daemon.result("timer.start", duration="1h")["id"])
    for timer in daemon.result("timer.list")["timers"]:
        daemon.call("timer.cancel", timer=timer["id"])
    daemon.call("timer.clear")


#: In the order of the table; each can be asked for by name.
KINDS = {
    "durable": durable, "group": group_commit, "read": read, "process": process,
    "late": lateness, "start": start, "rest": None, "many": many_timers, "reminders": reminders,
    "training": training, "strength": strength,
    "progress": progress, "desktop": desktop, "sync": sync}
