"""The service under test, a raw HTTP client, and counted checks."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
KEY = "0123456789abcdef0123456789abcdef"
TOKEN = "fedcba9876543210fedcba9876543210"
# Of what is said on the wire by hand.
AUTHORIZED = f"Host: x\r\nAuthorization: Bearer {TOKEN}\r\n"
LINK_CARD = {
    "version": 1, "size": [1200, 630], "background": "#f4f1ea",
    "parameters": {"title": {"type": "string", "default": "A title", "maxLength": 120},
                   "accent": {"type": "string", "format": "color", "default": "#d8432f"}},
    "root": {"sublayers": [
        {"frame": [0, 0, 24, 630], "backgroundColor": {"parameter": "accent"}},
        {"frame": [80, 80, 1040, 470], "backgroundColor": "#ffffff", "cornerRadius": 24, "shadowOpacity": 0.25,
         "shadowRadius": 24, "shadowOffset": [0, 12]},
        {"class": "CATextLayer", "frame": [136, 150, 928, 220], "string": {"parameter": "title"}, "fontSize": 72,
         "foregroundColor": "#20242c", "wrapped": True},
        {"class": "CATextLayer", "frame": [136, 440, 928, 50], "string": "example.org", "fontSize": 32,
         "foregroundColor": "#6a7280"}]}}
# Half a second of work or more: a blur as wide as a picture of this size bears.
HEAVY = {"version": 1, "size": [1600, 1600], "parameters": {"n": {"type": "number", "default": 1}},
         "root": {"sublayers": [
             {"frame": [0, 0, 1600, 1600], "cornerRadius": 10, "backgroundColor": f"#{i:02x}8040", "opacity": 0.5,
              "shadowOpacity": 0.9, "shadowRadius": 60, "transform": [{"rotateDegrees": 3.0 * i}]} for i in range(12)]
             + [{"frame": [0, 0, 10, 10], "zPosition": {"parameter": "n"}, "backgroundColor": "#ffffff"}]}}


PHOTO = {"version": 1, "size": [4, 4], "parameters": {"photo": {"type": "string", "format": "image"}},
         "root": {"frame": [0, 0, 4, 4], "contents": {"parameter": "photo"}}}


def alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class Checks:
    """What was found, one line a check that fails."""

    def __init__(self, name):
        self.name, self.failed, self.passed = name, 0, 0

    def equal(self, what, found, expected):
        self.true(what, found == expected, f"expected {expected!r}, found {found!r}")

    def true(self, what, holds, detail=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{self.name}: {what}: {detail}", file=sys.stderr)

    def end(self):
        print(f"{self.name}: {self.passed} passed, {self.failed} failed")
        return self.failed


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


class Wire:
    """One connection, to say bytes on."""

    def __init__(self, port, timeout=30, receive=None):
        """port: or the path of a Unix socket. receive: bytes that the kernel keeps of what is not read; its own choice unless given."""
        is_path = isinstance(port, str)
        self.socket = socket.socket(socket.AF_UNIX if is_path else socket.AF_INET)
        if receive:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(timeout)
        self.socket.connect(port if is_path else ("127.0.0.1", port))
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def line_block(self):
        while b"\r\n\r\n" not in self.rest:
            part = self.socket.recv(65536)
            if not part:
                return None
            self.rest += part
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        return head.decode("latin-1").split("\r\n")

    def exactly(self, count):
        while len(self.rest) < count:
            part = self.socket.recv(65536)
            if not part:
                break
            self.rest += part
        data, self.rest = self.rest[:count], self.rest[count:]
        return data

    def answer(self, method="GET"):
        """The next answer; None when the connection has ended."""
        while True:
            try:
                lines = self.line_block()
            except (ConnectionError, TimeoutError):
                return None
            if lines is None:
                return None
            status = int(lines[0].split()[1])
            if status >= 200:
                break
        headers = {name.strip().lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}
        if method == "HEAD" or status in (204, 304):
            return Answer(status, headers, b"")
        if headers.get("transfer-encoding") == "chunked":
            body = b""
            while True:
                while b"\r\n" not in self.rest:
                    part = self.socket.recv(65536)
                    if not part:
                        return Answer(status, headers, body)
                    self.rest += part
                size, self.rest = self.rest.split(b"\r\n", 1)
                count = int(size, 16)
                body += self.exactly(count)
                self.exactly(2)
                if count == 0:
                    return Answer(status, headers, body)
        return Answer(status, headers, self.exactly(int(headers.get("content-length", "0"))))

    def ask(self, method, path, body=None, headers=()):
        text = f"{method} {path} HTTP/1.1\r\n" + AUTHORIZED + "".join(f"{line}\r\n" for line in headers)
        data = b""
        if body is not None:
            data = body if isinstance(body, bytes) else body.encode()
            text += f"Content-Length: {len(data)}\r\n"
        self.send(text.encode() + b"\r\n" + data)
        return self.answer(method)


class Service:
    """The program, from its start to its end."""

    def __init__(self, command, *arguments, templates=None, env=None, is_open=False):
        """templates: scenes by name, or a folder of them. is_open: without keys and tokens, as one tries it on one's own machine."""
        self.command = str(command)
        self.folder = tempfile.mkdtemp(prefix="multiplane-service-")
        folder = pathlib.Path(self.folder)
        if isinstance(templates, pathlib.Path):
            self.templates = templates
        else:
            self.templates = folder / "templates"
            self.templates.mkdir()
            for name, scene in (templates or {"card": LINK_CARD, "heavy": HEAVY, "photo": PHOTO}).items():
                (self.templates / f"{name}.json").write_text(json.dumps(scene))
        secrets = []
        for name, option, secret in [("keys", "--keys", KEY), ("tokens", "--token-file", TOKEN)]:
            path = folder / name
            path.write_text(secret + "\n")
            path.chmod(0o600)
            secrets += [option, str(path)]
        self.keys = secrets[1]
        begun = time.monotonic()
        self.process = subprocess.Popen(
            [self.command, "serve", "--templates", str(self.templates), *([] if is_open else secrets),
             *([] if "--socket" in arguments else ["--port", "0"]), *arguments],
            stderr=subprocess.PIPE, env={**os.environ, **(env or {})})
        self.log, self.port, self.ready_at = [], None, None
        ready = threading.Event()
        threading.Thread(target=self._read, args=(ready,), daemon=True).start()
        if not ready.wait(20) or self.ready_at is None:
            raise SystemExit(f"the service did not start: {self.log}")
        self.started = self.ready_at - begun

    def _read(self, ready):
        for line in self.process.stderr:
            try:
                entry = json.loads(line)
            except ValueError:
                entry = {"message": line.decode(errors="replace").strip()}
            if entry.get("message") == "ready":
                self.port, self.ready_at = entry.get("port"), time.monotonic()
                ready.set()
            self.log.append(entry)
            del self.log[:-20000]
        ready.set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wire(self, timeout=30):
        return Wire(self.port, timeout)

    def ask(self, method, path, body=None, headers=()):
        with self.wire() as wire:
            return wire.ask(method, path, body, headers)

    def render(self, values=None, name="card", **more):
        return self.ask("POST", f"/v1/templates/{name}/render", json.dumps({"parameters": values or {}, **more}),
                        ["Content-Type: application/json"])

    def sign(self, path):
        return subprocess.run([self.command, "sign", "--keys", self.keys, path], check=True, capture_output=True,
                              text=True).stdout.strip()

    def workers(self):
        """The children that live. One that has ended is a child until the service has noticed, up to half a second later."""
        children = []
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):
                children += (task / "children").read_text().split()
        return sorted(int(child) for child in children if alive(child))

    def resident(self, of_workers=True):
        """Bytes of the service, and by default of its workers."""
        total = 0
        for process in [self.process.pid, *(self.workers() if of_workers else [])]:
            with contextlib.suppress(OSError):
                total += int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096
        return total

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def metric(self, name):
        for line in self.ask("GET", "/metrics").body.decode().splitlines():
            if line.startswith(name + " ") or line.startswith(name + "{"):
                return float(line.rsplit(" ", 1)[1])
        return 0.0


def share(service, count, clients, ask):
    """Has clients, each with a connection of its own, ask together for numbers below a count, each number once: `ask(wire, number)`.

    Returns the seconds that it took. What a client raises is raised here when all have ended.
    """
    left, lock, raised = iter(range(count)), threading.Lock(), []

    def client():
        try:
            with service.wire() as wire:
                while not raised:
                    with lock:
                        number = next(left, None)
                    if number is None:
                        return
                    ask(wire, number)
        except Exception as error:
            raised.append(error)

    threads = [threading.Thread(target=client) for _ in range(clients)]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]
    return time.monotonic() - begun


def form(**parts):
    """A body of multipart/form-data, and its header."""
    body = b""
    for name, content in parts.items():
        data = content if isinstance(content, bytes) else content.encode()
        body += b'--b\r\nContent-Disposition: form-data; name="' + name.encode() + b'"\r\n\r\n' + data + b"\r\n"
    return body + b"--b--\r\n", ["Content-Type: multipart/form-data; boundary=b"]


def until(holds, seconds=10):
    """Waits until something holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return False
