"""What the desktop costs: a bar that is followed, a reminder nobody would see, and the doctor."""

import contextlib
import os
import select
import statistics
import subprocess
import time

import strength
from figure import Figure
from stage import end
from training import cpu_ns

FOLLOWER_CPU = 0.1
TOGETHER_MS = 5
READER_GONE_MS = 100
TERM_MS = 50
SUPPRESSED_MS = 3
DOCTOR_MS = 1000
#: How many reminders fall due, how far apart, and how long after each was made. They are further
#: apart than an answer of the desktop holds, so that each asks.
REMINDERS = 8
APART_S = 3
DUE_S = 60
BUS = """<busconfig>
<listen>{address}</listen><auth>EXTERNAL</auth>
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy>
</busconfig>
"""
NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
SERVER = f"""
BUS_NAME, MAIN_OBJ, MAIN_IFACE, SYSTEM_BUS = {NAME!r}, {PATH!r}, {NAME!r}, False

def load(mock, parameters):
    mock.AddMethod(
        MAIN_IFACE, 'GetServerInformation', '', 'ssss', 'ret = ("dunst", "", "1.9", "1.2")')
    mock.AddMethod(MAIN_IFACE, 'GetCapabilities', '', 'as', 'ret = ["actions"]')
    mock.AddProperty('org.dunstproject.cmd0', 'paused', True)
"""


def desktop(stage):
    yield from counting(stage)
    yield from together(stage)
    yield from ending(stage)
    with undisturbed(stage) as variables:
        daemon = stage.daemon("quiet", variables=variables)
        yield from suppressed(daemon)
        yield doctor(stage, daemon, "trackerctl doctor")
        daemon.stop()
    state = stage.scratch("decade")
    strength.importing(stage, state, strength.decade())
    with stage.daemon("decade", state=state) as daemon:
        yield doctor(stage, daemon, f"the same, {strength.SETS:,} sets")


# A bar


class Follower:
    """`trackerctl bar --follow` as a bar runs it, which has printed its first line."""

    def __init__(self, stage, daemon):
        self.output, theirs = os.pipe()
        self.process = subprocess.Popen(
            [stage.trackerctl, "bar", "--follow", "--style", "json", "--socket",
             str(daemon.socket)], stdin=subprocess.DEVNULL, stdout=theirs)
        os.close(theirs)
        self.line()

    def line(self):
        """Waits for a line, and says when it came."""
        if not select.select([self.output], [], [], 20)[0] or not os.read(self.output, 65536):
            raise RuntimeError("the bar's line doesn't come")
        return time.monotonic()

    def wakeups(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return next(
                int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt"))

    def ended_ms(self, cause):
        """How long it takes to end after something is done to it."""
        watched = os.pidfd_open(self.process.pid)
        begin = time.monotonic()
        cause()
        if not select.select([watched], [], [], 20)[0]:
            raise RuntimeError("the bar's command doesn't end")
        took = (time.monotonic() - begin) * 1e3
        os.close(watched)
        self.process.wait()
        return took

    def hang_up(self):
        os.close(self.output)
        self.output = None

    def stop(self):
        self.process.kill()
        self.process.wait()
        if self.output is not None:
            os.close(self.output)


@contextlib.contextmanager
def following(stage, daemon, count=1):
    followers = [Follower(stage, daemon) for _ in range(count)]
    try:
        yield followers
    finally:
        for follower in followers:
            follower.stop()


def counting(stage):
    seconds = 10 if stage.is_quick else 30
    daemon = stage.daemon("bar")
    daemon.result("timer.start", duration="20m", name="tea")
    with following(stage, daemon) as (bar,):
        # Amid a second, so that as many lines come as seconds pass.
        bar.line()
        time.sleep(0.5)
        wakeups, busy, begin = bar.wakeups(), cpu_ns(bar.process.pid), time.monotonic_ns()
        for _ in range(seconds):
            bar.line()
        time.sleep(0.5)
        share = 100 * (cpu_ns(bar.process.pid) - busy) / (time.monotonic_ns() - begin)
        yield Figure(
            f"wake-ups of a bar in {seconds} s that count", bar.wakeups() - wakeups, seconds, "",
            "one for each line")
        yield Figure("CPU of a bar that counts", share, FOLLOWER_CPU, "%", "fixed; of a processor")
        daemon.result("timer.pause", timer="tea")
        bar.line()
        time.sleep(1)
        wakeups = bar.wakeups()
        time.sleep(seconds)
        yield Figure(
            f"wake-ups in {seconds} s with nothing that counts", bar.wakeups() - wakeups, 0, "",
            "fixed")


def together(stage):
    lines = 10 if stage.is_quick else 30
    daemon = stage.daemon("bars")
    daemon.result("timer.start", duration="20m", name="tea")
    with following(stage, daemon, 2) as bars:
        for bar in bars:
            bar.line()
        # Whichever was a line behind the other isn't any more amid a second.
        time.sleep(0.5)
        apart = []
        for _ in range(lines):
            came = {}
            while len(came) < 2:
                waiting = [bar.output for bar in bars if bar.output not in came]
                for output in select.select(waiting, [], [], 20)[0]:
                    os.read(output, 65536)
                    came[output] = time.monotonic()
            first, second = came.values()
            apart.append(abs(second - first) * 1e3)
    nine_of_ten = sorted(apart)[round(0.9 * (lines - 1))]
    yield Figure(
        "two bars' lines apart, p90", nine_of_ten, TOGETHER_MS, "ms", f"fixed; of {lines} lines")


def ending(stage):
    rounds = 5 if stage.is_quick else 20
    daemon = stage.daemon("idle")
    gone, stopped = [], []
    for _ in range(rounds):
        with following(stage, daemon, 2) as (first, second):
            gone.append(first.ended_ms(first.hang_up))
            stopped.append(second.ended_ms(second.process.terminate))
    yield Figure(
        "a bar's end, reader gone", max(gone), READER_GONE_MS, "ms",
        f"fixed; the slowest of {rounds}, nothing runs")
    yield Figure(
        "a bar's end, SIGTERM", max(stopped), TERM_MS, "ms", f"fixed; the slowest of {rounds}")


# A reminder


def suppressed(daemon):
    """What it costs that a reminder isn't shown, with the questions to the desktop before.

    The time for which the commit waits for the disk isn't in it: that is the figure of a durable
    command. How long another's request waits would tell more of the machine's other work.
    """
    for number in range(REMINDERS):
        daemon.result(
            "reminder.create", name=f"r{number}", every="1m", between="00:00-24:00", days="daily")
        if number == 0:
            due = time.monotonic() + DUE_S
        time.sleep(APART_S)
    sleep_until(due - 5)
    busy = cpu_ns(daemon.process.pid)
    sleep_until(due + REMINDERS * APART_S + 3)
    busy = (cpu_ns(daemon.process.pid) - busy) / REMINDERS
    # All of them must have been suppressed for the desktop, or nothing was measured.
    found = daemon.result("occurrence.list", state="suppressed")["occurrences"]
    reasons = [one["reason"] for one in found]
    if reasons != ["desktop_do_not_disturb"] * REMINDERS:
        raise RuntimeError(f"reminders weren't suppressed: {reasons}")
    yield Figure(
        "a suppressed reminder", busy / 1e6, SUPPRESSED_MS, "ms",
        f"fixed; CPU of trackerd, of {REMINDERS}, with its questions")


def sleep_until(moment):
    time.sleep(max(0, moment - time.monotonic()))


@contextlib.contextmanager
def undisturbed(stage):
    """A message bus with a notification server that is set not to disturb."""
    address = f"unix:path={stage.sockets}/bus"
    variables = {"DBUS_SESSION_BUS_ADDRESS": address}
    # No other server is started by its name.
    bus, server = stage.sockets / "bus.conf", stage.sockets / "server.py"
    bus.write_text(BUS.format(address=address))
    server.write_text(SERVER)
    with contextlib.ExitStack() as ends:
        start(ends, ["dbus-daemon", f"--config-file={bus}", "--nofork"])
        # The mock's module is that of the system's Python.
        start(ends, ["/usr/bin/python3", "-m", "dbusmock", "--session", "--template", server],
              env=os.environ | variables)
        ask = ["dbus-send", f"--bus={address}", "--print-reply", f"--dest={NAME}", PATH,
               f"{NAME}.GetServerInformation"]
        until = time.monotonic() + 20
        while subprocess.run(ask, capture_output=True, check=False).returncode:
            if time.monotonic() > until:
                raise RuntimeError("the notification server doesn't come")
            time.sleep(0.1)
        yield variables


def start(ends, command, **options):
    ends.callback(end, subprocess.Popen(command, stdout=subprocess.DEVNULL, **options))


def doctor(stage, daemon, name):
    """`trackerctl doctor` as a whole; its exit status tells of the machine rather than of it."""
    took = []
    for _ in range(3 if stage.is_quick else 10):
        begin = time.monotonic()
        done = subprocess.run(
            [stage.trackerctl, "doctor", "--socket", str(daemon.socket)], capture_output=True,
            text=True, check=False)
        took.append((time.monotonic() - begin) * 1e3)
        if ["ok", "journal"] not in [line.split()[:2] for line in done.stdout.splitlines()]:
            raise RuntimeError(f"{name}: {done.stdout} {done.stderr}")
    return Figure(name, statistics.median(took), DOCTOR_MS, "ms", "fixed; as a whole process")
