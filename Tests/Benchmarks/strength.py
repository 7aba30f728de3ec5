"""What ten years in the gym cost: taking them in, starting with them, logging a set with its records,
all records, a year's volume, and what takes turns with others: comparing the journal, a preview, a copy."""

import json
import random
import sqlite3
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from figure import Figure, median, within

#: Of ten years: four workouts a week.
SETS = 50_000
EXERCISES = 40
A_WORKOUT = 6
SETS_EACH = 4
DAY_S = 86_400
PIECE = 262_144
RECORDS_MS = 50
VERIFY_S = 3
TURNS_MS = 50
IMPORT_S = 5
IMPORT_MIB = 60
#: As of a Hevy file's.
HEADER = (
    "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,"
    "set_type,weight_kg,reps,distance_km,duration_seconds,rpe\n")
START = '{"jsonrpc":"2.0","id":1,"method":"timer.start","params":{"duration":"25m"}}'


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def strength(stage):
    file = decade()
    states = [stage.scratch("decade") for _ in range(1 if stage.is_quick else 3)]
    imports = [importing(stage, state, file) for state in states]
    took, peak = (statistics.median(figures) for figures in zip(*imports))
    yield Figure(f"import of {SETS:,} sets", took, IMPORT_S, "s", "fixed; as pieces on the wire")
    yield Figure("memory while importing", peak, IMPORT_MIB, "MiB", "fixed; at its peak")
    yield beside_an_import(stage, file)
    yield starting(stage, states[0])
    daemon = stage.daemon("decade", state=states[0])
    yield from logging(stage, daemon)
    yield from listing(daemon)
    yield from summing(daemon)
    yield from taking_turns(stage, daemon, file)


def begun(daemon, file):
    """The parameter that names an import to which the whole file was sent."""
    named = {"import": daemon.result("import.open")["import"]}
    for place in range(0, len(file), PIECE):
        daemon.result("import.append", text=file[place:place + PIECE], **named)
    return named


def importing(stage, state, file):
    """How long it takes, in seconds, and how much memory, in MiB."""
    with stage.daemon("import", state=state) as daemon:
        began = time.perf_counter()
        lines = begun(daemon, file)
        daemon.result("import.preview", **lines)
        done = daemon.result("import.commit", **lines)
        took = time.perf_counter() - began
        if done["sets"] < SETS or done["skipped"] or done["warnings"]:
            raise RuntimeError(f"{done['sets']} sets came in: {done}")
        return took, daemon.status("VmHWM") / 1024


def beside_an_import(stage, file):
    """How long a durable command waits while a file comes in."""
    with stage.daemon("beside") as daemon:
        named = begun(daemon, file)
        with ThreadPoolExecutor() as beside:
            busy = beside.submit(daemon.result, "import.commit", **named)
            waits = stage.run("roundtrip", daemon.socket, 150, START)["times"]["p99_us"]
            if busy.done():
                raise RuntimeError("the import was over before the commands beside it")
            busy.result()
        return Figure("another's wait while importing, p99", waits / 1000, TURNS_MS, "ms", "fixed")


def starting(stage, state):
    empty = stage.scratch("empty")
    stage.daemon("new", state=empty).stop()
    times = stage.run(
        "ready", stage.sockets, 8 if stage.is_quick else 20,
        "--", *stage.command(empty, stage.sockets / "empty.sock"),
        "--", *stage.command(state, stage.sockets / "decade.sock"))
    return within(
        f"start, {SETS:,} sets", times[1]["p50_us"], 1.5, times[0]["p50_us"], "an empty state")


def logging(stage, daemon):
    """Sets of one of the exercises that were done most, some dozens in one workout."""
    sets = {
        "no record": request("set.log", exercise="Lift 1", reps=1, load=10, rest=False),
        # Each makes it the best workout of all, so that all of them are looked through. With its unit such a
        # load isn't doubted.
        "a record": request(
            "set.log", exercise="Lift 1", reps=5, load=5000, unit="kg", rest=False)}
    for name, line in sets.items():
        ours, bare = [], []
        for _ in range(3 if stage.is_quick else 10):
            bare.append(stage.run("roundtrip", daemon.socket, 40, START)["times"])
            daemon.result("workout.start")
            ours.append(stage.run("roundtrip", daemon.socket, 40, line)["times"])
            # As if nothing had been done, so that the next ones are records, too.
            daemon.result("workout.discard", confirm=True)
        yield within(
            f"set.log, {name}, {SETS:,} sets", median(ours), 2, median(bare),
            "durable timer command")


def listing(daemon):
    span = statistics.median(
        daemon.span_us(request("record.list")) for _ in range(9)) / 1000
    yield Figure(f"record.list, {EXERCISES} exercises", span, RECORDS_MS, "ms", "fixed")


def summing(daemon):
    today = time.strftime("%Y-%m-%d", time.localtime())
    year_ago = time.strftime("%Y-%m-%d", time.localtime(time.time() - 365 * DAY_S))
    line = request("volume.list", **{"from": year_ago, "to": today})
    database = sqlite3.connect(f"file:{copied(daemon)}?mode=ro", uri=True)
    since = int(time.time() - 371 * DAY_S) * 1000
    ours, bare = [], []
    for _ in range(15):
        began = time.perf_counter()
        rows = database.execute(BARE_VOLUME, [since]).fetchall()
        bare.append((time.perf_counter() - began) * 1e6)
        ours.append(daemon.span_us(line))
    database.close()
    if len(rows) < 500:
        raise RuntimeError(f"a year's volume has {len(rows)} rows")
    yield within(
        "a year's volume.list", statistics.median(ours), 2, statistics.median(bare), "bare SQL")


#: The same figures by days of UTC.
BARE_VOLUME = """
    WITH day AS (
        SELECT at_ms / 86400000 AS number, exercise, SUM(reps * load) AS volume
        FROM workout_set WHERE at_ms >= ? AND kind <> 'warmup' AND load > 0
        AND load_mode <> 'assisted' AND reps > 0 GROUP BY number, exercise)
    SELECT date(number * 86400, 'unixepoch'), exercise, volume, SUM(volume) OVER (
        PARTITION BY exercise ORDER BY number RANGE 6 PRECEDING) FROM day ORDER BY 1, 2
    """


def taking_turns(stage, daemon, file):
    """How long the journal takes to be compared, and how long others wait while somebody goes through the
    whole history."""
    spans = []
    for _ in range(3):
        began = time.perf_counter()
        found = daemon.result("journal.verify")
        spans.append(time.perf_counter() - began)
        if not found["ok"] or found["rows"] < SETS:
            raise RuntimeError(f"the journal differs: {found}")
    yield Figure(
        f"journal.verify, {SETS:,} sets", statistics.median(spans), VERIFY_S, "s", "fixed")
    for name, method, params in (
        ("verifying", "journal.verify", {}), ("copying", "backup.create", {}),
        ("searching in vain", "events.list", {"types": ["zone.*"]}),
        ("a preview", "import.preview", begun(daemon, file)),
    ):
        waits = waiting(stage, daemon, method, params)
        yield Figure(f"another's wait while {name}, p99", waits / 1000, TURNS_MS, "ms", "fixed")


def waiting(stage, daemon, method, params):
    """The time of a durable command, in µs at the 99th percentile, while somebody else calls this without
    end."""
    is_over = threading.Event()

    def keep_busy():
        while not is_over.is_set():
            daemon.result(method, **params)

    with ThreadPoolExecutor() as beside:
        busy = beside.submit(keep_busy)
        try:
            waits = stage.run("roundtrip", daemon.socket, 300, START)["times"]["p99_us"]
        finally:
            is_over.set()
        busy.result()
    return waits


def copied(daemon):
    """The database of a daemon that keeps its own for itself."""
    path = daemon.state / "copy.db"
    path.unlink(missing_ok=True)
    daemon.result("backup.create", path=str(path))
    return path


def decade():
    """A file of ten years of workouts, ever heavier, with the newest first: a warm-up and three sets of
    each of six exercises, of which one is among the four that come back all the time."""
    generator = random.Random(1)
    count = SETS // (A_WORKOUT * SETS_EACH) + 1
    newest = time.time() - DAY_S
    rows = [HEADER]
    for number in reversed(range(count)):
        began = newest - (count - 1 - number) * 3650 * DAY_S / count
        start, end = (
            time.strftime('"%d %b %Y, %H:%M"', time.localtime(at)) for at in (began, began + 4500))
        for lift in (1 + number % 4, *generator.sample(range(5, EXERCISES + 1), A_WORKOUT - 1)):
            base = 20 + lift * 2.5 + 60 * number / count
            for turn in range(SETS_EACH):
                load = base * (0.6 if turn == 0 else 1) + generator.choice((-5, 0, 0, 2.5))
                rows.append(
                    f"Workout {number},{start},{end},,Lift {lift},,,{turn},"
                    f"{'normal' if turn else 'warmup'},{round(load / 2.5) * 2.5:g},"
                    f"{generator.randint(3, 12)},,,{generator.choice(('', '8', '8.5', '9'))}\n")
    return "".join(rows)
