"""A person's desk: folders, a message bus and trackerd of its own, and what is started on it."""

import contextlib
import json
import os
import pathlib
import select
import shlex
import shutil
import signal
import socket
import subprocess
import threading
import time

#: No services are started by their names: of several notification servers one would come at random.
BUS = """<busconfig>
<listen>unix:path={path}</listen>
<auth>EXTERNAL</auth>
<policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
</policy>
</busconfig>
"""
#: Becomes trackerd, with a listening socket as the service manager passes it on.
ACTIVATED = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[2], sys.argv[2:])
"""

class Failed(Exception):
    """A desktop does something else than it should."""


class Checks:
    """The outcomes, of which each is told in a line as it comes."""

    def __init__(self):
        self.failures = 0
        self.lock = threading.Lock()

    @contextlib.contextmanager
    def check(self, name):
        """Tells whether what is done within it fails; what comes after it is tried all the same."""
        try:
            yield
        except (Failed, OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
            self.tell(f"{name}: FAILED: {error}", 1)
        else:
            self.tell(f"{name}: ok", 0)

    def tell(self, line, failures):
        with self.lock:
            print(line, flush=True)
            self.failures += failures


def wait(what, holds, seconds=15.0):
    """Waits until something holds, and gives back how long that took."""
    begin = time.monotonic()
    while not holds():
        if time.monotonic() - begin > seconds:
            raise Failed(f"{what() if callable(what) else what}: not within {seconds:g} s")
        time.sleep(0.02)
    return time.monotonic() - begin


class Desk(contextlib.ExitStack):
    def __init__(self, place, name, checks):
        super().__init__()
        self.name = name
        self.checks = checks
        self.pictures = place / "pictures"
        self.folder = place / name
        for part in ("bin", "home", "config/trackerd", "state"):
            (self.folder / part).mkdir(parents=True)
        (self.folder / "run").mkdir(mode=0o700)
        for program in ("trackerd", "trackerctl"):
            # A bar's configuration has the path by which the client was started, so that its
            # followers are known by theirs.
            os.link(place / program, self.folder / "bin" / program)
        self.trackerctl = str(self.folder / "bin/trackerctl")
        self.environment = {
            "PATH": f"{self.folder}/bin:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
            "SHELL": "/bin/sh", "TERM": "xterm-256color", "TZ": "UTC",
            "HOME": f"{self.folder}/home", "XDG_RUNTIME_DIR": f"{self.folder}/run",
            "XDG_DATA_HOME": str(place / "share"),
            "XDG_CONFIG_HOME": f"{self.folder}/config", "XDG_STATE_HOME": f"{self.folder}/state",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.folder}/run/bus",
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.folder}/run/system"}
        self.service = None

    def check(self, what):
        return self.checks.check(f"{self.name}: {what}")

    def __enter__(self):
        super().__enter__()
        self.callback(self.end_followers)
        self.bus("bus")
        return self

    def bus(self, name):
        """Starts a message bus; its socket has the name."""
        path = self.folder / "run" / name
        configuration = self.write(f"{name}.conf", BUS.format(path=path))
        self.start("dbus-daemon", "--nofork", f"--config-file={configuration}")
        wait("the message bus", path.exists)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def configure(self, text):
        (self.folder / "config/trackerd/config.toml").write_text(text)

    # Programs

    def start(self, *command, keep=(), **environment):
        """Starts a program that is ended with the desk; what it says is in a file in the folder."""
        log = self.folder / f"{pathlib.Path(command[0]).name}.log"
        with log.open("ab") as output:
            process = subprocess.Popen(
                command, env=self.environment | environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, start_new_session=True, cwd=self.folder,
                pass_fds=keep)
        self.callback(end, process)
        return process

    def run(self, *command, accept=(0,)):
        """Runs a program to its end, and gives back what it prints."""
        done = subprocess.run(
            command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=30, cwd=self.folder, check=False)
        if done.returncode not in accept:
            said = (done.stderr or done.stdout).strip()
            raise Failed(f"{shlex.join(map(str, command))}: {done.returncode}: {said[:300]}")
        return done.stdout

    def tell(self, *words):
        """A command for trackerctl."""
        return self.run(self.trackerctl, *words)

    def call(self, method, **params):
        """The result of a request."""
        return json.loads(self.tell("rpc", method, json.dumps(params)))

    def answers(self, *command):
        """Whether a program ends well."""
        try:
            self.run(*command)
        except (Failed, subprocess.TimeoutExpired):
            return False
        return True

    # The daemon and its followers

    def serve(self):
        self.service = Service(self)
        self.callback(self.service.end)
        self.service.start()
        wait("trackerd", lambda: self.answers(self.trackerctl, "hello", "--quiet"))

    def followers(self):
        """The processes of bars that run here, by their numbers."""
        found = set()
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if (os.readlink(path / "exe") == self.trackerctl
                        and b"\0--follow\0" in (path / "cmdline").read_bytes()):
                    found.add(int(path.name))
        return found

    def processes(self, name):
        """The processes of a name that belong to this desk, by their numbers."""
        own = f"XDG_RUNTIME_DIR={self.environment['XDG_RUNTIME_DIR']}".encode()
        found = set()
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if ((path / "comm").read_text() == f"{name}\n"
                        and own in (path / "environ").read_bytes().split(b"\0")):
                    found.add(int(path.name))
        return found

    def wait_for_followers(self, count, seconds=15.0, besides=()):
        """Waits until so many run, and none of others."""
        wait(
            lambda: f"{count} followers, there are {len(self.followers())}",
            lambda: len(self.followers()) == count and not self.followers() & set(besides),
            seconds)
        return self.followers()

    def end_followers(self):
        for number in self.followers():
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)

    # The screen

    def picture(self):
        """Takes a picture of the whole screen."""
        path = self.folder / "screen.png"
        if "DISPLAY" in self.environment:
            self.run("import", "-window", "root", path)
        else:
            self.run("grim", path)
        return path

    def keep(self, name):
        """Leaves a picture of the screen for people."""
        shutil.copy(self.picture(), self.pictures / f"{name}.png")

    def text(self):
        """What can be read on the screen, in one line."""
        large = self.folder / "large.png"
        self.run("convert", self.picture(), "-resize", "300%", "-colorspace", "Gray", large)
        return " ".join(self.run("tesseract", large, "-", "--psm", "6").split())

    def wait_for_text(self, holds, what, seconds=15.0):
        """Waits until what can be read fulfils something."""
        seen = ""

        def is_seen():
            nonlocal seen
            seen = self.text()
            return holds(seen)

        wait(lambda: f"{what}; it reads {seen!r}", is_seen, seconds)


class Service:
    """trackerd as the service manager runs it: whoever connects to the socket, which is the
    manager's, starts a service that was stopped."""

    def __init__(self, desk):
        self.desk = desk
        self.process = None
        #: How often it was started, by whomever.
        self.starts = 0
        self.is_revived = True
        self.lock = threading.Lock()
        self.is_over = False
        folder = desk.folder / "run/trackerd"
        folder.mkdir(mode=0o700)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(folder / "trackerd.sock"))
        self.listener.listen(64)
        threading.Thread(target=self.watch, daemon=True).start()

    def start(self):
        with self.lock:
            if self.is_over or (self.process and self.process.poll() is None):
                return
            self.starts += 1
            self.process = self.desk.start(
                "python3", "-c", ACTIVATED, str(self.listener.fileno()),
                str(self.desk.folder / "bin/trackerd"), keep=[self.listener.fileno()])

    def stop(self):
        end(self.process)

    def kill(self):
        """Kills it. It isn't started again before its absence could be seen."""
        self.is_revived = False
        self.process.kill()
        self.process.wait()

    def revive(self):
        self.is_revived = True

    def watch(self):
        while not self.is_over:
            process = self.process
            if process and process.poll() is not None and self.is_revived and (
                    process.returncode == -signal.SIGKILL
                    or select.select([self.listener], [], [], 0)[0]):
                self.start()
            time.sleep(0.02)

    def end(self):
        self.is_over = True
        with self.lock:
            end(self.process)
        self.listener.close()


def end(process):
    """Ends a program, and what it has started in its group."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        pass
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
