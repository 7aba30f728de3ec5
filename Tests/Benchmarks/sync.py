"""What rows cost that several machines share: stamps with each change, and the first time for a log of many rows."""

import json
import subprocess

from figure import Figure

ROWS = 400_000
WHOLE_MS = 60_000
OTHERS_MS = 50
PEAK_MIB = 60


def sync(stage):
    rows = ROWS // 10 if stage.is_quick else ROWS
    log, other = stage.scratch("sync"), stage.scratch("sync")
    lines = log / "lines"
    filled = measured(stage, "fill", log, rows)
    enabled = measured(stage, "enable", log, lines)
    merged = measured(stage, "merge", other, lines)
    yield Figure(
        "durable command with stamps", enabled["durable_on"] * 1000,
        1.3 * filled["durable_off"] * 1000, "µs",
        f"1.3 × {filled['durable_off'] * 1000:,.1f} µs (without)")
    share = rows / ROWS
    for name, figures, times in [
        ("first stamps and lines", enabled, ["stamps", "lines"]), ("first sync", merged, ["merge"]),
    ]:
        whole = sum(figures[time] for time in times)
        yield Figure(f"{name} of {rows:,} rows", whole, WHOLE_MS * share, "ms", "fixed")
        wait = max(figures[f"{time}_p99"] for time in times)
        yield Figure(f"{name}, another's p99", wait, OTHERS_MS, "ms", "fixed")
        yield Figure(f"{name}, memory", figures["peak"], PEAK_MIB, "MiB", "fixed")


def measured(stage, *arguments):
    done = subprocess.run(
        [stage.sync_figures, *map(str, arguments)], stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout)
