"""A page in headless Chromium, driven by the DevTools protocol; shared by tools/test-gallery and
tools/test-inspector.
"""
import base64
import contextlib
import json
import pathlib
import secrets
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request

CHECKS = (pathlib.Path(__file__).resolve().parent / "checks.js").read_text(encoding="utf-8")


class Browser:
    """A headless chromium with one page, spoken to over a WebSocket (RFC 6455), of which this is the client's half."""

    def __init__(self, folder, pictures):
        self.pictures = pictures
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--remote-debugging-port=0", f"--user-data-dir={folder}",
             "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.connect(pathlib.Path(folder, "DevToolsActivePort"))
        except BaseException:
            self.close()
            raise

    def connect(self, port_file):
        """Opens the WebSocket of the page, at the port that chromium writes into a file."""
        wait("chromium to begin", lambda: port_file.is_file() and port_file.read_text().count("\n"))
        port = int(port_file.read_text().splitlines()[0])
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            page = next(each for each in json.load(answer) if each["type"] == "page")
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        path = page["webSocketDebuggerUrl"].split(str(port), 1)[1]
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             "Sec-WebSocket-Version: 13\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        while self.stream.readline().strip():
            pass
        self.count, self.events = 0, []

    def call(self, method, **parameters):
        """The result of a command; events that come before it are kept."""
        self.count += 1
        text = json.dumps({"id": self.count, "method": method, "params": parameters}).encode()
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack(">H", len(text))
        mask = secrets.token_bytes(4)
        self.socket.sendall(b"\x81" + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(text)))
        while True:
            message = json.loads(self.receive())
            if message.get("id") == self.count:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message)

    def receive(self):
        """A message, of however many frames."""
        text, final = b"", False
        while not final:
            head = self.stream.read(2)
            if len(head) < 2:
                raise OSError("chromium ended before its answer")
            final, size = head[0] & 0x80, head[1] & 0x7f
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            text += self.stream.read(size)
        return text

    def evaluate(self, expression):
        """A JavaScript expression's value."""
        done = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in done:
            raise AssertionError(f"{expression[:80]}: {done['exceptionDetails']['exception'].get('description')}")
        return done["result"].get("value")

    def text(self, identifier):
        """What an element says."""
        return self.evaluate(f"document.getElementById('{identifier}').textContent.trim()")

    def press(self, key, code, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                      **({"text": text} if text and kind == "keyDown" else {}))

    def show(self, address, width, still=False, dark=False):
        """Opens a page in a window of this width, in a system that reduces motion or does not, dark or light."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1,
                  mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        wait("the page", lambda: self.evaluate("location.href !== 'about:blank' && document.readyState === 'complete'"))

    def screenshot(self, name):
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        (self.pictures / f"{name}.png").write_bytes(base64.b64decode(picture))

    def close(self):
        self.process.terminate()
        self.process.wait()


def wait(what, is_there, seconds=20):
    end = time.monotonic() + seconds
    while not is_there():
        if time.monotonic() > end:
            raise AssertionError(f"expected {what} within {seconds} s, waited in vain")
        time.sleep(0.05)


def expect(truth, what):
    if not truth:
        raise AssertionError(what)


@contextlib.contextmanager
def opened(pictures):
    """A browser that leaves screenshots in a folder, and ends with a look at what it had to say."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder, pictures)
        try:
            for domain in ("Page", "Runtime", "Log", "Network"):
                browser.call(f"{domain}.enable")
            yield browser
            quiet(browser.events)
        finally:
            browser.close()


def judge(browser, where):
    """Names of controls, contrast, and room: what checks.js finds."""
    faults = browser.evaluate(CHECKS)
    expect(not faults, f"{where}: " + "; ".join(faults[:5]))


def quiet(events):
    """No line in the console, and no request but of files of this machine."""
    for event in events:
        kind, about = event["method"], event["params"]
        if kind in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            raise AssertionError(f"the console has a line: {json.dumps(about)[:300]}")
        address = about.get("request", {}).get("url", "file://")
        if kind == "Network.requestWillBeSent" and not address.startswith(("file://", "data:", "about:")):
            raise AssertionError(f"the page asks for {address}")
        if kind == "Network.loadingFailed" and not about.get("canceled"):
            raise AssertionError(f"a file could not be read: {about.get('errorText')}")
