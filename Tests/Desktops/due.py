"""Reminders that fall due: what becomes of them while nobody would see them, and afterwards."""

import time

from desk import wait

#: The shortest interval of a reminder, and how long after it the other one is due.
EVERY = "1m"
LATER = 10


def two(desk):
    """Two reminders, of which one is due in a minute and the other 10 s later."""
    for number, name in enumerate(("stand", "walk")):
        if number:
            time.sleep(LATER)
        desk.tell("remind", "add", name, "--every", EVERY, "--between", "0-24", "--days", "daily")


def outcome(desk, name):
    """The state and the reason of what came of a reminder that was due."""
    for one in desk.call("occurrence.list", reminder=name)["occurrences"]:
        if one["state"] != "scheduled":
            return one["state"], one.get("reason")
    return None


def becomes(desk, name, state, reason=None):
    wait(lambda: f"{name} becomes {(state, reason)}, it is {outcome(desk, name)}",
         lambda: outcome(desk, name) is not None, 70)
    found = outcome(desk, name)
    wait(lambda: f"{name} is {found}", lambda: found == (state, reason), 0)


def checks(desk, part):
    """What `trackerctl doctor` says of a part: its state and its words."""
    told = desk.call("daemon.check")["checks"]
    found = next(one for one in told if one["part"] == part)
    return found["state"], found["detail"]


def doctor(desk, part, state, *words):
    """Waits until `trackerctl doctor` says something of a part."""
    wait(lambda: f"doctor says of {part}: {checks(desk, part)}",
         lambda: checks(desk, part)[0] == state
         and all(word in checks(desk, part)[1] for word in words), 5)
    # The command for people says the same; other parts may fail here.
    text = desk.run(desk.trackerctl, "doctor", accept=(0, 1))
    wait(f"doctor's line of {part}", lambda: any(
        line.split()[:2] == [state, part] for line in text.splitlines()), 0)
