"""Where the benchmarks play: compiled baselines, daemons with their own state, and one place that
ends and removes it all."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

SOURCES = Path(__file__).resolve().parent / "bare"
CONFIGURATION = "[notifications]\nenabled = false\n"


class Stage(contextlib.ExitStack):
    """What a run has made; on leaving, it is undone in reverse."""

    def __init__(self, folder, trackerd, trackerctl, sync_figures, is_quick):
        super().__init__()
        self.folder = Path(folder).resolve()
        self.trackerd = str(Path(trackerd).resolve())
        self.trackerctl = str(Path(trackerctl).resolve())
        self.sync_figures = str(Path(sync_figures).resolve())
        self.is_quick = is_quick
        self.made = 0
        #: The state with a million rows, once it is there.
        self.million = None

    def __enter__(self):
        super().__enter__()
        self.folder.mkdir(parents=True, exist_ok=True)
        # Sockets have short paths; the state must lie where the baselines write.
        self.sockets = Path(tempfile.mkdtemp(prefix="trackerd-bench-"))
        self.callback(shutil.rmtree, self.sockets, ignore_errors=True)
        # In a folder of its own, since a daemon watches it.
        self.configuration = self.folder / "config" / "config.toml"
        self.configuration.parent.mkdir(exist_ok=True)
        self.configuration.write_text(CONFIGURATION)
        self.compile()
        return self

    def compile(self):
        compiler = os.environ.get("CC", "cc")
        for source in SOURCES.glob("*.c"):
            shared = ["-shared", "-fPIC"] if source.stem == "nosync" else []
            flags = ["-O2", "-Wall", "-Wextra", *shared]
            subprocess.run([compiler, *flags, "-o", self.bare(source.stem), source], check=True)

    def bare(self, name):
        """The path of a compiled baseline or driver."""
        return str(self.folder / f"bare-{name}")

    def run(self, name, *arguments, env=None):
        """Runs a C program and reads the JSON that it prints, if it prints any."""
        command = [self.bare(name), *map(str, arguments)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, env=env)
        return json.loads(done.stdout or "null")

    def scratch(self, name):
        """A path in the folder that is gone after the run."""
        self.made += 1
        path = self.folder / f"{name}-{self.made}"
        remove(path)
        self.callback(remove, path)
        return path

    def daemon(self, name, **options):
        """Starts a daemon on a state of its own, unless `state` names one."""
        state = options.pop("state", None) or self.scratch(name)
        self.made += 1
        return self.enter_context(Daemon(self, f"{name}-{self.made}", state, **options))

    def echo(self, reply_bytes):
        """Starts the bare server; returns its socket's path."""
        path = self.sockets / "echo.sock"
        server = subprocess.Popen(
            [self.bare("echo"), str(path), str(reply_bytes)], stdout=subprocess.PIPE)
        self.callback(end, server)
        server.stdout.readline()
        return path

    def command(self, state, path):
        """The command line of a daemon."""
        return [
            self.trackerd, "--config", str(self.configuration), "--state", str(state),
            "--socket", str(path)]


def remove(path):
    shutil.rmtree(path, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.unlink(path)


def end(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Daemon:
    """A running trackerd, watched like a service manager would."""

    def __init__(
            self, stage, name, state, preload=None, watchdog_seconds=None, variables=None):
        self.state = state
        self.socket = stage.sockets / f"{name}.sock"
        self.messages = []
        self.is_ready = threading.Event()
        address = str(stage.sockets / f"{name}.notify")
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(address)
        environment = {
            key: value for key, value in os.environ.items()
            if not key.startswith(("LISTEN_", "WATCHDOG_", "JOURNAL_STREAM"))}
        environment["NOTIFY_SOCKET"] = address
        environment |= variables or {}
        if preload:
            environment["LD_PRELOAD"] = preload
        if watchdog_seconds:
            environment["WATCHDOG_USEC"] = str(watchdog_seconds * 1_000_000)
        self.process = subprocess.Popen(
            stage.command(state, self.socket), env=environment, stderr=subprocess.PIPE)
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while message := self.notify.recv(4096):
            self.messages.append(message.decode())
            if message.startswith(b"READY=1"):
                self.is_ready.set()

    def __enter__(self):
        if not self.is_ready.wait(60):
            end(self.process)
            raise RuntimeError(f"trackerd didn't get ready: {self.process.stderr.read()}")
        # What it says is read at its end only; it drops what a pipe doesn't take.
        self.client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.client.connect(str(self.socket))
        self.replies = self.client.makefile("rb")
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        if self.process.returncode is not None:
            return
        self.client.close()
        end(self.process)
        self.process.stderr.close()

    def call(self, method, **params):
        """Calls a method; answers the whole reply. Not for measuring: Python takes its time."""
        line = json.dumps({"id": 1, "method": method, "params": params})
        self.client.sendall(line.encode() + b"\n")
        while True:
            reply = json.loads(self.replies.readline())
            if "id" in reply:
                return reply

    def next_event(self):
        """Waits for an event that was subscribed to."""
        while True:
            line = json.loads(self.replies.readline())
            if "id" not in line:
                return line["params"]

    def result(self, method, **params):
        reply = self.call(method, **params)
        if "result" not in reply:
            raise RuntimeError(f"{method} was refused: {reply['error']}")
        return reply["result"]

    def span_us(self, line):
        """How long a call takes whose reply is so long that Python's own time doesn't count."""
        since = time.perf_counter()
        self.client.sendall(line.encode() + b"\n")
        reply = self.replies.readline()
        took = (time.perf_counter() - since) * 1e6
        if b'"result":' not in reply[:200]:
            raise RuntimeError(f"{line} was refused: {reply[:500]}")
        return took

    def status(self, key):
        """A number of /proc/PID/status."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            name, value = line.split(":", 1)
            if name == key:
                return int(value.split()[0])
        raise KeyError(key)
