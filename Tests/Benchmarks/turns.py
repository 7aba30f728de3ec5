"""How long others wait while somebody reads, with ten years of everything: the longest turn of each reading
method."""

import socket
import statistics
import threading
import time

from figure import Figure
from strength import DAY_S

LIMIT_MS = 20
PING = b'{"jsonrpc":"2.0","id":1,"method":"plates.calculate","params":{"load":100}}\n'
#: Events that nobody can undo, so that undo would have something to search.
EVENTS = 100_000
#: Events in one request.
BATCH = 500


def turns(stage, daemon):
    """The longest turn of each method as the median of some calls, the longest of all first."""
    for _ in range(EVENTS // 2 // BATCH):
        calls = [
            {"method": "timer.start", "params": {"duration": "25m"}},
            {"method": "timer.cancel", "params": {"timer": "last"}}]
        daemon.result("atomic", calls=calls * (BATCH // 2))
        daemon.result("timer.clear")
    # Those with sets are called that.
    exercise = next(
        exercise["id"] for exercise in daemon.result("exercise.list")["exercises"]
        if exercise["name"].startswith("Lift"))
    waits = {}
    for method, params in calls_of(exercise):
        name = " ".join([method, *(str(value) for key, value in params.items() if key != "limit")])
        waits[name] = statistics.median(
            longest_wait(daemon, method, params) for _ in range(3 if stage.is_quick else 9))
    for name, wait in sorted(waits.items(), key=lambda item: -item[1]):
        yield Figure(f"another's wait, {name}", wait, LIMIT_MS, "ms", "fixed")


def calls_of(exercise):
    """Methods with parameters by which they read as much as they may."""
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    today, last_year, years_ago = (
        time.strftime("%Y-%m-%d", time.gmtime(time.time() - days * DAY_S))
        for days in (0, 365, 3640))
    year = {"from": last_year, "to": today}
    decade = {"from": years_ago, "to": today}
    return [
        ("rpc.discover", {}), ("hello", {}), ("status", {}), ("exercise.list", {}), ("exercise.get", {"exercise": exercise}),
        ("exercise.history", {"exercise": exercise, "limit": 200}),
        ("exercise.progress", {"exercise": exercise}), ("log.list", {"limit": 1000}),
        ("reminder.list", {}), ("occurrence.list", {"limit": 1000}),
        ("training.list", {"limit": 1000}), ("workout.list", {"limit": 100}),
        ("record.list", {}),
        ("record.list", {"exercise": exercise, "all": True}), ("volume.list", year),
        ("volume.list", decade), ("weight.list", {"limit": 1000}),
        ("calendar.month", {"month": today[:7]}),
        ("streak.get", {}), ("level.get", {}), ("achievement.list", {}), ("challenge.list", {}),
        ("response.get", decade), ("timeline.get", {"date": today}),
        ("report.get", {"period": "week"}), ("report.get", {"period": "year"}),
        ("report.get", {"period": "year", "as_of": now}),
        ("progress.explain", {"what": "level"}), ("progress.explain", {"what": "streak"}),
        ("progress.explain", {"what": "achievement:first-steps"}),
        ("journal.undoable", {"limit": 100}), ("journal.verify", {}),
        ("events.list", {"types": ["zone.*"]}), ("export", {"what": "all", "format": "json"}),
        ("export", {"what": "sets", "format": "csv"}),
        ("export", {"what": "workouts", "format": "ics"}),
        # They change something, but have to find it first.
        ("journal.undo", {"types": ["weight.*"]}), ("journal.redo", {}),
    ]


def longest_wait(daemon, method, params):
    """The longest time in ms that another client waited while this was answered."""
    return max(waits_of_another(daemon, method, params))


def waits_of_another(daemon, method, params):
    """The times in ms that another client waited for each of its requests while this was answered."""
    other = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    other.connect(str(daemon.socket))
    replies = other.makefile("rb")
    is_over = threading.Event()
    waits = []

    def ping():
        while not is_over.is_set() or not waits:
            began = time.perf_counter()
            other.sendall(PING)
            replies.readline()
            waits.append(time.perf_counter() - began)

    pinging = threading.Thread(target=ping)
    pinging.start()
    daemon.call(method, **params)
    is_over.set()
    pinging.join()
    replies.close()
    other.close()
    return [wait * 1000 for wait in waits]
