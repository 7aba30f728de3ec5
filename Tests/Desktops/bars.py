"""Bars with the configuration that trackerctl prints for them."""

import os
import pathlib
import re
import signal
import time

from desk import Failed, wait
from screens import Sway, X

#: Has what means something to one bar or another, or to their shells.
ODD = 'tea <b>&"x\\ %{F#f00} #[fg=red]'
#: What has to be read of it on a picture; the eyes of a program take some signs for others.
READABLE = re.compile(r"tea.{0,3}<b>.*f00.*fg.?=.?red.*\d\d:\d\d")
FIGURE = re.compile(r"\b\d?\d:\d\d")


#: The example's colours.
STYLE = pathlib.Path(__file__).with_name("waybar.css")


def printed(desk, style):
    return desk.tell("bar", "--print-config", style)


def is_offline(text):
    return "offline" in text.lower()


def stopped_and_back(desk, see, picture=None):
    """A service that is stopped stays stopped, with a bar that says so, and comes back with it."""
    with desk.check("a stopped service stays stopped, and the line says so"):
        desk.service.stop()
        see(is_offline, "the stop")
        starts = desk.service.starts
        time.sleep(3)
        if desk.service.starts != starts:
            raise Failed("a follower has started it again")
        if picture:
            desk.keep(picture)
    with desk.check("the line comes back with the service"):
        desk.service.start()
        see(FIGURE.search, "the timer")
    with desk.check("it is back by itself after kill -9 of trackerd"):
        desk.service.kill()
        see(is_offline, "the absence")
        desk.service.revive()
        see(FIGURE.search, "the timer")


def clicked(desk, click, turn):
    """A click does what is natural now, a right click snoozes, the wheel gives more time."""
    with desk.check("turning the wheel gives 15 s more"):
        desk.tell("rest", "90")
        planned = desk.call("status")["rest"]["duration_ms"]
        # What has only just begun isn't skipped, since a finger may slip.
        time.sleep(1.5)
        turn()
        wait("a longer rest",
             lambda: desk.call("status")["rest"]["duration_ms"] >= planned + 15_000)
    with desk.check("a click skips the rest"):
        click(1)
        wait("the end of the rest", lambda: "rest" not in desk.call("status"))
    with desk.check("a right click snoozes the reminder"):
        desk.tell("remind", "add", "stretch", "--every", "1h", "--between", "0-24")
        # The line shows the reminder once nothing runs.
        desk.tell("timer", "cancel", "last")
        desk.call("reminder.fire", reminder="stretch")
        click(3)
        wait("the snooze", lambda: state_of(desk, "stretch") == "snoozed")
        desk.tell("remind", "delete", "stretch")
        desk.tell("timer", "start", "20m", ODD)


def state_of(desk, reminder):
    return desk.call("reminder.get", reminder=reminder).get("pending", {}).get("state")


# waybar


def waybar(desk):
    screen = Sway(desk, "900x40", outputs=2)
    desk.serve()
    desk.tell("timer", "start", "20m", ODD)
    module = printed(desk, "waybar")
    configuration = desk.write(
        "waybar.jsonc", '{"layer": "top", "height": 40, "modules-left": ["custom/trackerd"],\n'
        + module + "}")
    sheet = desk.write(
        "style.css", "* { font: 18px 'DejaVu Sans Mono'; }\n"
        "window { background: #ffffff; color: #000000; }\n" + STYLE.read_text())
    bar = desk.start("waybar", "-c", str(configuration), "-s", str(sheet))
    with desk.check("a follower for each of two outputs"):
        desk.wait_for_followers(2)
    with desk.check("a name with signs of markup is shown as it is"):
        desk.wait_for_text(READABLE.search, "the name")
        desk.keep(desk.name)
    with desk.check("an output more has a follower, and the line"):
        desk.run("swaymsg", "create_output")
        desk.wait_for_followers(3)
    with desk.check("SIGUSR2 reads the configuration again, and leaves no follower behind"):
        former = desk.followers()
        os.kill(bar.pid, signal.SIGUSR2)
        wait("the end of the former", lambda: not desk.followers() & former)
        desk.wait_for_followers(3)
    clicked(desk, lambda button: screen.click(20, 20, button),
            lambda: (screen.click(20, 20, None), time.sleep(0.3), screen.turn(-2)))
    looks(desk)
    stopped_and_back(desk, desk.wait_for_text, "waybar-offline")
    with desk.check("kill -9 of waybar ends the followers, with nothing that counts"):
        desk.tell("timer", "pause", "last")
        time.sleep(0.5)
        bar.kill()
        bar.wait()
        desk.wait_for_followers(0, seconds=1)


def looks(desk):
    """Takes a picture of each thing that is coloured."""
    with desk.check("what is urgent is shown first"):
        desk.tell("train", "plank", "120")
        desk.wait_for_text(
            lambda text: re.search(r"Plank.*\+\d", text), "the hold before the timer")
        desk.keep("waybar-hold")
        # A hold has to last for a second.
        time.sleep(1.5)
        desk.tell("bail")
        wait("the rest", lambda: desk.call("status")["training"]["state"] == "resting")
        time.sleep(0.5)
        desk.keep("waybar-rest")
        desk.call("training.reset", confirm=True)
        wait("its end", lambda: "training" not in desk.call("status"))


# Bars of X


def polybar(desk):
    screen = X(desk, "900x40")
    desk.serve()
    desk.tell("timer", "start", "20m", ODD)
    configuration = desk.write(
        "polybar.ini", "[bar/only]\nwidth = 100%\nheight = 40\nmodules-left = trackerd\n"
        "background = #ffffff\nforeground = #000000\nfont-0 = DejaVu Sans Mono:size=13;3\n"
        "enable-ipc = true\n" + printed(desk, "polybar"))
    bar = desk.start("polybar", "-c", str(configuration), "only")

    with desk.check("a name with signs of tags is shown as it is"):
        desk.wait_for_followers(1)
        desk.wait_for_text(READABLE.search, "the name")
        desk.keep(desk.name)
    clicked(desk, lambda button: screen.click(20, 20, button),
            lambda: screen.click(20, 20, 4))
    stopped_and_back(desk, desk.wait_for_text, "polybar-offline")
    with desk.check("a restart of polybar leaves no follower behind"):
        former = desk.followers()
        os.kill(bar.pid, signal.SIGUSR1)
        desk.wait_for_followers(1, besides=former)
    with desk.check("kill -9 of polybar ends the follower, with nothing that counts"):
        desk.tell("timer", "pause", "last")
        time.sleep(0.5)
        bar.kill()
        bar.wait()
        desk.wait_for_followers(0, seconds=1)


def i3blocks(desk):
    X(desk, "900x40")
    desk.serve()
    desk.tell("timer", "start", "20m", ODD)
    blocks = desk.write("i3blocks.conf", printed(desk, "i3blocks"))
    configuration = desk.write(
        "i3.conf", f"# i3 config file (v4)\nfont pango:DejaVu Sans Mono 13\n"
        f"bar {{\nposition top\nstatus_command exec i3blocks -c {blocks}\n"
        "colors { background #ffffff\nstatusline #000000\n}\n}\n")
    desk.start("i3", "-c", str(configuration))

    with desk.check("a name with quotes and backslashes is shown with look-alikes"):
        desk.wait_for_followers(1)
        desk.wait_for_text(READABLE.search, "the name")
        desk.keep(desk.name)
    stopped_and_back(desk, desk.wait_for_text, "i3blocks-offline")
    with desk.check("a restart of i3 leaves no follower behind"):
        former = desk.followers()
        desk.run("i3-msg", "restart")
        desk.wait_for_followers(1, besides=former)
    with desk.check("kill -9 of i3bar ends the follower with the next line"):
        # Until then i3blocks, which is the follower's reader, doesn't notice either.
        kill_only(desk, "i3bar")
        desk.wait_for_followers(0, seconds=4)
    with desk.check("kill -9 of i3blocks ends the follower, with nothing that counts"):
        desk.tell("timer", "pause", "last")
        desk.run("i3-msg", "restart")
        desk.wait_for_followers(1)
        time.sleep(0.5)
        kill_only(desk, "i3blocks")
        desk.wait_for_followers(0, seconds=1)


def kill_only(desk, name):
    wait(f"one {name}", lambda: len(desk.processes(name)) == 1)
    os.kill(desk.processes(name).pop(), signal.SIGKILL)


# tmux


def tmux(desk):
    """The line is drawn by a follower alone: tmux isn't told to draw it by time. An outer tmux is
    the terminal, whose text can be read."""
    X(desk, "1000x120")
    desk.serve()
    desk.tell("timer", "start", "20m", ODD)
    configuration = desk.write(
        "tmux.conf", printed(desk, "tmux") + "set -g status-interval 0\n"
        "set -g status-style bg=white\nset -g status-left ''\n"
        "set -g window-status-current-format ''\n")
    inner = f"env -u TMUX tmux -L inner -f {configuration}"
    desk.run("tmux", "-L", "inner", "-f", configuration, "new-session", "-d", "sleep 900")
    desk.run(
        "tmux", "-L", "outer", "-f", "/dev/null", "new-session", "-d", "-x", "90", "-y", "4",
        f"{inner} attach")
    desk.run("tmux", "-L", "outer", "set", "-g", "status", "off")
    desk.callback(desk.answers, "tmux", "-L", "outer", "kill-server")
    desk.callback(desk.answers, "tmux", "-L", "inner", "kill-server")

    def line():
        text = desk.run("tmux", "-L", "outer", "capture-pane", "-p")
        return text.rstrip("\n").rsplit("\n", 1)[-1].strip().replace("\u200b", "")

    def see(holds, what):
        wait(lambda: f"{what}; it reads {line()!r}", lambda: holds(line()))

    with desk.check("a name with signs of formats is shown as it is"):
        desk.wait_for_followers(1)
        see(lambda text: text.startswith(ODD + " "), "the name")
    with desk.check("the follower alone draws the line each second"):
        first = line()
        wait("four other lines", lambda seen={first}: seen.add(line()) or len(seen) == 5, 6)
    with desk.check("a picture of it"):
        desk.start(
            "xterm", "-fa", "DejaVu Sans Mono", "-fs", "13", "-geometry", "88x5+0+0", "-e",
            f"{inner} attach")
        desk.wait_for_followers(2)
        desk.wait_for_text(READABLE.search, "the name")
        desk.keep("tmux")
        desk.run("tmux", "-L", "inner", "detach-client", "-a", "-t", first_client(desk))
        desk.wait_for_followers(1)
    stopped_and_back(desk, see)
    with desk.check("a detached client leaves no follower behind"):
        desk.tell("timer", "pause", "last")
        time.sleep(1.5)
        desk.run("tmux", "-L", "inner", "detach-client", "-s", "0")
        desk.wait_for_followers(0, seconds=2)
    with desk.check("kill-server ends the follower, with nothing that counts"):
        # The outer one has ended with the client in it.
        desk.run(
            "tmux", "-L", "outer", "-f", "/dev/null", "new-session", "-d", "-x", "90", "-y", "4",
            f"{inner} attach")
        desk.wait_for_followers(1)
        desk.run("tmux", "-L", "inner", "kill-server")
        desk.wait_for_followers(0, seconds=1)


def first_client(desk):
    return desk.run("tmux", "-L", "inner", "list-clients", "-F", "#{client_name}").split()[0]


BARS = {"waybar": waybar, "polybar": polybar, "i3blocks": i3blocks, "tmux": tmux}
