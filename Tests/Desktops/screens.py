"""Screens that nobody sees: an X server, and two Wayland compositors with pointers of their own."""

import os
import pathlib
import socket
import struct
import time

from desk import Failed, wait


class X:
    """A virtual X server."""

    def __init__(self, desk, size):
        self.desk = desk
        ours, theirs = os.pipe()
        # Without -noreset the time without input begins anew when the last client goes.
        desk.start(
            "Xvfb", "-displayfd", str(theirs), "-screen", "0", f"{size}x24", "-nolisten", "tcp",
            "-noreset", keep=[theirs])
        os.close(theirs)
        with os.fdopen(ours) as number:
            # It ends where nobody reads the whole line, which it writes in parts.
            line = number.readline()
        if not line.endswith("\n"):
            raise Failed("Xvfb doesn't start")
        desk.environment["DISPLAY"] = f":{int(line)}"

    def touch(self):
        self.desk.run("xdotool", "mousemove_relative", "--", "3", "3")
        self.desk.run("xdotool", "mousemove_relative", "--", "-3", "-3")

    def click(self, x, y, button=1):
        self.desk.run("xdotool", "mousemove", str(x), str(y), "click", str(button))


class Sway:
    """sway without a graphics card, with so many outputs."""

    def __init__(self, desk, size, outputs=1):
        self.desk = desk
        self.size = tuple(int(number) for number in size.split("x"))
        configuration = desk.write(
            "sway.conf", f"output * mode --custom {size}\noutput * background #11151c solid_color\n"
            "default_border none\n")
        folder = pathlib.Path(desk.environment["XDG_RUNTIME_DIR"])
        desk.start(
            "sway", "-c", str(configuration), WLR_BACKENDS="headless", WLR_RENDERER="pixman",
            WLR_LIBINPUT_NO_DEVICES="1", WLR_HEADLESS_OUTPUTS=str(outputs))
        wait("sway", lambda: list(folder.glob("sway-ipc*")) and list(folder.glob("wayland-?")))
        desk.environment["SWAYSOCK"] = str(next(folder.glob("sway-ipc*")))
        desk.environment["WAYLAND_DISPLAY"] = next(folder.glob("wayland-?")).name
        wait("sway's answer", lambda: desk.answers("swaymsg", "-t", "get_outputs"))
        self.pointer = Pointer(folder / desk.environment["WAYLAND_DISPLAY"])

    def touch(self):
        self.click(3, self.size[1] - 3, button=None)
        self.click(9, self.size[1] - 3, button=None)

    def click(self, x, y, button=1):
        """Clicks on a place of the first output, or with no button only goes there."""
        width, height = self.size
        self.pointer.move(x, y, width, height)
        if button:
            self.pointer.press(button)

    def turn(self, steps):
        self.pointer.turn(steps)


class KWin:
    """KDE's compositor on a virtual screen."""

    def __init__(self, desk, size):
        folder = pathlib.Path(desk.environment["XDG_RUNTIME_DIR"])
        # A copy of the program has none of the capabilities that only some containers can give.
        program = desk.folder / "bin/kwin_wayland"
        program.write_bytes(pathlib.Path("/usr/bin/kwin_wayland").read_bytes())
        program.chmod(0o755)
        width, height = size.split("x")
        desk.start(
            str(program), "--virtual", "--width", width, "--height", height, "--no-lockscreen",
            "--no-global-shortcuts", "--socket", "wayland-7", KWIN_COMPOSE="Q",
            KWIN_WAYLAND_NO_PERMISSION_CHECKS="1", QT_LOGGING_RULES="*=false")
        wait("kwin", (folder / "wayland-7").exists)
        desk.environment["WAYLAND_DISPLAY"] = "wayland-7"
        self.pointer = Pointer(folder / "wayland-7")

    def touch(self):
        self.pointer.nudge()


#: Interfaces that are bound, and the version of each.
WANTED = {
    "wl_seat": 1, "zwlr_virtual_pointer_manager_v1": 1, "org_kde_kwin_fake_input": 1}
BUTTONS = {1: 0x110, 2: 0x112, 3: 0x111}


class Pointer:
    """A pointer that a program moves, by the protocols that sway and KWin have for it."""

    def __init__(self, path):
        self.stream = socket.socket(socket.AF_UNIX)
        self.stream.connect(str(path))
        self.stream.settimeout(5)
        #: Numbers of the objects that were bound. The next one's has to be the next number.
        self.bound = {}
        self.send(1, 1, 2)  # wl_display.get_registry
        self.send(1, 0, 3)  # wl_display.sync
        self.find_globals()
        self.id = 4 + len(self.bound)
        if manager := self.bound.get("zwlr_virtual_pointer_manager_v1"):
            self.send(manager, 0, self.bound["wl_seat"], self.id)
        elif keeper := self.bound.get("org_kde_kwin_fake_input"):
            self.send(keeper, 0, "trackerd", "tests")
        else:
            raise Failed("the compositor has no pointer for programs")

    def find_globals(self):
        data = b""
        while True:
            received = self.stream.recv(65536)
            if not received:
                raise Failed("the compositor hangs up")
            data += received
            while len(data) >= 8 and len(data) >= (size := struct.unpack("=I", data[4:8])[0] >> 16):
                sender, code = struct.unpack("=IHxx", data[:8])
                if sender == 3:
                    return
                if (sender, code) == (2, 0):
                    self.bind(data[8:size])
                data = data[size:]

    def bind(self, event):
        number, length = struct.unpack("=II", event[:8])
        name = event[8:8 + length - 1].decode()
        if name in WANTED and name not in self.bound:
            self.bound[name] = 4 + len(self.bound)
            self.send(2, 0, number, name, WANTED[name], self.bound[name])

    def send(self, receiver, code, *arguments):
        body = b""
        for one in arguments:
            if isinstance(one, str):
                text = one.encode() + b"\0"
                body += struct.pack("=I", len(text)) + text + b"\0" * (-len(text) % 4)
            else:
                body += struct.pack("=I", one & 0xFFFFFFFF)
        self.stream.sendall(
            struct.pack("=II", receiver, (len(body) + 8) << 16 | code) + body)

    def move(self, x, y, width, height):
        self.send(self.id, 1, now_ms(), x, y, width, height)
        self.send(self.id, 4)

    def press(self, button):
        for state in (1, 0):
            self.send(self.id, 2, now_ms(), BUTTONS[button], state)
            self.send(self.id, 4)
            time.sleep(0.05)

    def turn(self, steps):
        """Turns the wheel; up is negative."""
        self.send(self.id, 5, 0)
        self.send(self.id, 7, now_ms(), 0, steps * 15 * 256, steps)
        self.send(self.id, 4)

    def nudge(self):
        fake = self.bound["org_kde_kwin_fake_input"]
        for by in (5 * 256, -5 * 256):
            self.send(fake, 1, by, by)


def now_ms():
    return time.monotonic_ns() // 1_000_000 & 0xFFFFFFFF
