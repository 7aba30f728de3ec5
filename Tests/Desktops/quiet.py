"""Notification servers with do-not-disturb switches of their own."""

import glob

from desk import Failed, wait
from due import becomes, doctor, two
from screens import Sway, X

#: So many colours nothing has that is empty, nor anything less that isn't.
FEW = 20


def held_back(desk, server, on, off, shown=None):
    """A reminder that is due while the server doesn't disturb isn't shown, and the next one is.

    A server that draws no buttons tells by the commands `shown` what it shows: how to answer."""
    wait("the notification server", lambda: desk.answers(
        "busctl", "--user", "call", "org.freedesktop.Notifications",
        "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
        "GetServerInformation"))
    with desk.check("doctor says that its do-not-disturb is off"):
        doctor(desk, "quiet", "ok", server, "off")
    two(desk)
    with desk.check("doctor says that its do-not-disturb is on, and what it comes to"):
        desk.run(*on)
        doctor(desk, "quiet", "warn", server, "is on")
        doctor(desk, "desktop", "ok", "held back", "do-not-disturb is on")
    with desk.check("a reminder that falls due meanwhile isn't shown"):
        becomes(desk, "stand", "suppressed", "desktop_do_not_disturb")
    with desk.check("status says it"):
        if not desk.call("status").get("desktop_do_not_disturb"):
            raise Failed("it doesn't")
        if "the desktop is set to do not disturb" not in desk.tell("status"):
            raise Failed("not to a person")
    with desk.check("nothing is on the screen"):
        wait("an empty screen", lambda: colours(desk) < FEW, 0)
    with desk.check("once it is off, status says nothing any more"):
        desk.run(*off)
        wait("the change", lambda: "desktop_do_not_disturb" not in desk.call("status"))
    with desk.check("the reminder that falls due then is shown"):
        becomes(desk, "walk", "pending")
        wait("the bubble on the screen", lambda: colours(desk) > FEW)
        desk.keep(desk.name)
    if shown:
        with desk.check("it says how to answer, since its buttons aren't drawn"):
            text = "".join(desk.run(*command) for command in shown)
            if "Done: trackerctl done walk" not in text:
                raise Failed(f"it says {text[:1000]}")


def colours(desk):
    """How many colours the screen has: text and buttons have many."""
    return int(desk.run("identify", "-format", "%k", desk.picture()))


def dunst(desk):
    X(desk, "500x300")
    desk.start("dunst", "-config", "/dev/null")
    desk.serve()
    held_back(desk, "dunst", ("dunstctl", "set-paused", "true"),
              ("dunstctl", "set-paused", "false"),
              # Only notifications that are closed are listed.
              (("dunstctl", "close-all"), ("dunstctl", "history")))


def xfce4_notifyd(desk):
    X(desk, "500x300")
    desk.start(only("/usr/lib/*/xfce4/xfconf/xfconfd"))
    wait("xfconf", lambda: desk.answers("xfconf-query", "-l"))
    desk.start(only("/usr/lib/*/xfce4/notifyd/xfce4-notifyd"))
    desk.serve()
    switch = ("xfconf-query", "-c", "xfce4-notifyd", "-p", "/do-not-disturb")
    held_back(desk, "Xfce", (*switch, "-n", "-t", "bool", "-s", "true"),
              (*switch, "-s", "false"))


def only(pattern):
    found = glob.glob(pattern)
    if len(found) != 1:
        raise Failed(f"there are {len(found)} of {pattern}")
    return found[0]


def mako(desk):
    Sway(desk, "500x300")
    configuration = desk.write("mako.conf", "[mode=do-not-disturb]\ninvisible=1\n")
    desk.start("mako", "-c", str(configuration))
    desk.serve()
    held_back(desk, "mako", ("makoctl", "mode", "-a", "do-not-disturb"),
              ("makoctl", "mode", "-r", "do-not-disturb"), (("makoctl", "list"),))


def swaync(desk):
    Sway(desk, "600x300")
    desk.start("swaync", GSETTINGS_BACKEND="memory")
    desk.serve()
    held_back(desk, "SwayNotificationCenter", ("swaync-client", "-dn"), ("swaync-client", "-df"))


SERVERS = {"dunst": dunst, "xfce4-notifyd": xfce4_notifyd, "mako": mako, "swaync": swaync}
