"""Faults of the machine: a disk that fills during writes, clients that hold connections."""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

from service import AUTHORIZED, Service, Wire, until

PNG_END = b"IEND"


def full_disk(command, checks, folder):
    """Cache and jobs on a file system of 6 MiB, which something else fills."""
    if os.geteuid() != 0:
        print("faults: a full disk left out: mounting one takes root", file=sys.stderr)
        return
    disk = pathlib.Path(folder) / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "multiplane", disk], check=False).returncode != 0:
        print("faults: a full disk left out: no tmpfs can be mounted", file=sys.stderr)
        return
    try:
        with Service(command, "--cache", str(disk / "cache"), "--job-folder", str(disk / "jobs"), "--queue", "2") as service:
            rows = "\n".join(json.dumps({"id": f"d{n}", "scene": "card", "parameters": {"title": f"d{n}"}, "scale": 0.3})
                             for n in range(300))
            # What is left is less than the job needs, however quick it is.
            fill(disk / "most", leave=1 << 20)
            place = service.ask("POST", "/v1/jobs", rows).headers["location"]
            checks.true("full disk: a job runs", until(lambda: service.ask("GET", place).json()["drawn"] > 5, 90))
            fill(disk / "rest")
            checks.equal("full disk: pictures", {service.render({"title": f"full {n}"}, scale=0.3).status for n in range(20)}, {200})
            checks.equal("full disk: another job", service.ask("POST", "/v1/jobs", rows.replace("d1", "e1")).status, 507)
            checks.true("full disk: the job fails", until(
                lambda: service.ask("GET", place).json()["state"] == "failed", 90), service.ask("GET", place).body)
            whole(checks, "full disk", disk, place)
            for name in ["most", "rest"]:
                (disk / name).unlink()
            checks.equal("room again: the job is taken", service.ask("POST", "/v1/jobs", rows).status, 202)
            checks.true("room again: it is drawn", until(
                lambda: service.ask("GET", place).json()["state"] == "done", 120), service.ask("GET", place).body)
            checks.equal("room again: all of it", len(service.ask("GET", place).json()["outputs"]), 300)
            service.render({"title": "room again"})
            checks.true("room again: pictures are kept", until(lambda: any((disk / "cache").glob("v1-*"))))
            whole(checks, "room again", disk, place)
        # Another service, whose jobs may take less than there are: the job that ended goes.
        with Service(command, "--job-folder", str(disk / "jobs"), "--job-size", "1") as service:
            checks.true("a job beyond --job-size goes", until(lambda: service.ask("GET", place).status == 404, 20))
            large = "\n".join(json.dumps({"id": f"l{n}", "scene": "card", "parameters": {"title": f"l{n}"}}) for n in range(500))
            place = service.ask("POST", "/v1/jobs", large).headers["location"]
            checks.true("a job that grows beyond it fails", until(
                lambda: service.ask("GET", place).json()["state"] == "failed", 60), service.ask("GET", place).body)
            state = service.ask("GET", place).json()
            checks.true("and says why", "more room" in state.get("problem", ""), state)
            checks.equal("and has no outputs", state["outputs"], [])
    finally:
        subprocess.run(["umount", "-l", disk], check=False)


def fill(path, leave=0):
    with open(path, "wb", buffering=0) as file:
        try:
            while room(path) > leave + 65536:
                file.write(bytes(65536))
        except OSError:
            pass
        if leave > 0:
            return
        try:
            while True:
                file.write(bytes(512))
        except OSError:
            pass


def room(path):
    status = os.statvfs(path)
    return status.f_bavail * status.f_frsize


def whole(checks, when, disk, place):
    outputs = list((disk / "jobs" / place.rsplit("/", 1)[1] / "outputs").glob("*.png"))
    checks.true(f"{when}: no half output", all(file.read_bytes()[-8:-4] == PNG_END for file in outputs), len(outputs))
    kept = [file.read_bytes() for file in (disk / "cache").glob("v1-*")]
    checks.true(f"{when}: no half picture is kept", all(hashlib.sha256(data[32:]).digest() == data[:32] for data in kept), len(kept))


class SlowClients:
    """Clients that hold their connections, each until the service ends it: they are begun, and looked at a minute later."""

    def __init__(self, command):
        self.service = Service(command)
        self.found = {}
        self.threads = [threading.Thread(target=work) for work in (self.drip, self.ignore)]
        self.resident = self.service.resident()
        for thread in self.threads:
            thread.start()

    def drip(self):
        """A body, one byte per second."""
        begun = time.monotonic()
        with Wire(self.service.port, 60) as wire:
            wire.send(f"POST /v1/render HTTP/1.1\r\n{AUTHORIZED}Content-Length: 1000\r\n\r\n")
            try:
                while time.monotonic() - begun < 50:
                    wire.send(" ")
                    time.sleep(1)
            except OSError:
                pass
        self.found["drip"] = time.monotonic() - begun

    def ignore(self):
        """Asks for much, in whole requests, and reads none of it: more than the buffers of both ends hold."""
        begun = time.monotonic()
        with Wire(self.service.port, 60, receive=4096) as wire:
            body = json.dumps({"parameters": {"title": "unread"}})
            ask = (f"POST /v1/templates/card/render HTTP/1.1\r\n{AUTHORIZED}Content-Type: application/json\r\n"
                   f"Content-Length: {len(body)}\r\n\r\n{body}")
            wire.send(ask * 400)
            # The body that drips has ended before.
            time.sleep(45)
            self.found["still there"] = self.service.metric("multiplane_connections") > 1
            until(lambda: self.service.metric("multiplane_connections") <= 1, 90)
        self.found["ignore"] = time.monotonic() - begun

    def end(self, checks):
        for thread in self.threads:
            thread.join()
        drip, ignore = self.found["drip"], self.found["ignore"]
        checks.true("a body that drips", 28 < drip < 40, drip)
        checks.true("a client that does not read", self.found["still there"] and 50 < ignore < 85, self.found)
        checks.true("memory for it", self.service.resident() - self.resident < 96 << 20,
                    (self.resident >> 20, self.service.resident() >> 20))
        checks.true("their connections end", until(lambda: self.service.metric("multiplane_connections") <= 1, 20),
                    self.service.metric("multiplane_connections"))
        checks.equal("and then", self.service.render({"title": "after"}).status, 200)
        self.service.__exit__()
