"""Whether somebody is there, as a screen or logind tells."""

import os
import time

import due
from desk import wait
from screens import KWin, Sway, X

#: The shortest time without input that may be set; somebody is away afterwards.
IDLE = 10
CONFIGURATION = f'[desktop]\nidle = "{IDLE}s"\n'


def idle(desk, start, teller, comes_late=False):
    """Whether somebody is there, by a screen that is there before the daemon, or comes after it."""
    desk.configure(CONFIGURATION)
    screen = None if comes_late else start()
    desk.serve()
    if comes_late:
        screen = start()
    with desk.check("doctor says who tells"):
        due.doctor(desk, "idle", "ok", teller)
    screen.touch()
    due.two(desk)
    with desk.check("doctor says that there is no input"):
        wait("the time without input", lambda: "no input" in due.checks(desk, "desktop")[1])
    with desk.check("a reminder that falls due meanwhile isn't shown"):
        due.becomes(desk, "stand", "suppressed", "idle")
    with desk.check("the next one is shown to somebody who is there again"):
        screen.touch()
        wait("the input", lambda: "no input" not in due.checks(desk, "desktop")[1], 3)
        time.sleep(3)
        screen.touch()
        due.becomes(desk, "walk", "pending")


def sway(desk):
    idle(desk, lambda: Sway(desk, "500x300"), "according to the Wayland compositor")


def kwin(desk):
    """As at each login: the service is there before the session."""
    idle(desk, lambda: KWin(desk, "500x300"), "according to the Wayland compositor", comes_late=True)


def x(desk):
    idle(desk, lambda: X(desk, "500x300"), "according to the X server")


# The mock knows neither a call that the daemon makes nor which of a user's sessions is shown.
LOGIND = """
from dbusmock.templates.logind import *
from dbusmock.templates import logind

def load(mock, parameters):
    logind.load(mock, parameters)
    mock.AddMethod(MAIN_IFACE, 'GetUser', 'u', 'o',
        'ret = dbus.ObjectPath("/org/freedesktop/login1/user/%d" % args[0])')
    mock.AddSession('c1', 'seat0', {user}, 'me', True)
    user = mockobject.objects['/org/freedesktop/login1/user/{user}']
    user.props['org.freedesktop.login1.User']['Display'] = dbus.Struct(
        ('c1', dbus.ObjectPath('{session}')), signature='so')
"""
SESSION = "/org/freedesktop/login1/session/c1"


def locked(desk):
    desk.bus("system")
    template = desk.write("session.py", LOGIND.format(user=os.getuid(), session=SESSION))
    desk.start("python3", "-m", "dbusmock", "--system", "--template", str(template))

    def lock(is_locked):
        desk.run(
            "busctl", f"--address={desk.environment['DBUS_SYSTEM_BUS_ADDRESS']}", "call",
            "org.freedesktop.login1", SESSION, "org.freedesktop.DBus.Mock", "UpdateProperties",
            "sa{sv}", "org.freedesktop.login1.Session", "1", "LockedHint", "b", is_locked)

    wait("logind", lambda: desk.answers(
        "busctl", f"--address={desk.environment['DBUS_SYSTEM_BUS_ADDRESS']}", "introspect",
        "org.freedesktop.login1", SESSION))
    desk.configure(CONFIGURATION)
    desk.serve()
    with desk.check("doctor says who tells"):
        due.doctor(desk, "lock", "ok", "according to logind")
    due.two(desk)
    with desk.check("doctor says that the screen is locked"):
        lock("true")
        due.doctor(desk, "lock", "ok", "is locked")
        due.doctor(desk, "desktop", "ok", "held back", "locked")
    with desk.check("a reminder that falls due meanwhile isn't shown"):
        due.becomes(desk, "stand", "suppressed", "locked")
    with desk.check("once it is unlocked, the next one is shown"):
        lock("false")
        due.becomes(desk, "walk", "pending")


SCREENS = {"sway": sway, "kwin": kwin, "x": x, "logind": locked}
