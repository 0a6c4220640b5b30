"""A stand-in for systemd in a bare Debian: holds the service's socket, starts the command of its unit with it, and does
what the scripts of the packages ask for through the pipe /tmp/asked.

    manager.py ROOT

Prints the port, what was asked, and a line for each start and end. It ends when it is asked to 'exit', with the status
of the service.
"""
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
# As systemd does it for DynamicUser, LoadCredential, CacheDirectory and StateDirectory.
START = """sh -c 'export CREDENTIALS_DIRECTORY=/etc/multiplane CACHE_DIRECTORY=/var/cache/multiplane \
STATE_DIRECTORY=/var/lib/multiplane LISTEN_PID=$$ LISTEN_FDS=1; exec @COMMAND@' & wait $!"""


def command(root):
    unit = (root / "lib/systemd/system/multiplane.service").read_text()
    found = re.search(r"^ExecStart=((?:.*\\\n)*.*)$", unit, re.MULTILINE)
    return found[1].replace("\\\n", " ")


def children(process):
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield int(child)
            yield from children(int(child))


class Service:
    def __init__(self, root):
        self.process = subprocess.Popen(
            ["bash", "-euc", '. tools/package.d/chroot; CHROOT_USER=65532:65532 in_root "$@"', "in_root", root,
             "sh", "-c", START.replace("@COMMAND@", command(root))], cwd=PROJECT, pass_fds=(3,))
        print("started", flush=True)

    def number(self):
        for process in children(self.process.pid):
            words = pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
            if words[0].endswith(b"multiplane") and words[1:2] == [b"serve"]:
                return process
        raise SystemExit("the service is not there")

    def stop(self):
        os.kill(self.number(), signal.SIGTERM)
        status = self.process.wait(60)
        print("ended", status, flush=True)
        return status


def main():
    root = pathlib.Path(sys.argv[1])
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(4096)
    print("port", listening.getsockname()[1], flush=True)
    # The place at which services look for it.
    os.dup2(listening.fileno(), 3)
    service, status = Service(root), 0

    def end(*_):
        if service.process.poll() is None:
            service.stop()
        sys.exit(1)

    signal.signal(signal.SIGTERM, end)
    while True:
        with open(root / "tmp/asked", encoding="ascii") as pipe:
            asked = pipe.read().split()
        print(*asked, flush=True)
        if asked == ["exit"]:
            return status
        if "multiplane.service" in asked:
            status = service.stop()
        if "try-restart" in asked:
            service = Service(root)
            time.sleep(1)
            print(pathlib.Path(f"/proc/{service.number()}/exe").readlink(), flush=True)
        with open(root / "tmp/done", "w", encoding="ascii") as pipe:
            pipe.write("done\n")


if __name__ == "__main__":
    sys.exit(main())
