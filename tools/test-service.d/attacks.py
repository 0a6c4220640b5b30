"""Attacks beside ordinary requests: their 99th percentile stays within twice the quiet one, new clients
wait at most a second, and descriptors and workers are as before.

Quiet and attacked windows alternate, so that other programs on the machine slow both alike. Attackers are
processes of their own with the lowest priority, as they would run on other machines.
"""
import json
import os
import pathlib
import resource
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time

from service import AUTHORIZED, LINK_CARD, Checks, Service, Wire, until

# Such that connections are scarce: 380.
DESCRIPTORS = 1024
CARD = {**LINK_CARD, "size": [600, 315]}
ROUNDS = 6
WARM_UP = 1.5
# Of attackers, as that of workers.
NICENESS = 5
POST = ["Content-Type: application/json"]


def missing():
    return None


def run(command, seconds):
    """seconds: of each window; 4 by default."""
    checks = Checks("attacks")
    with tempfile.TemporaryDirectory() as folder:
        program = limited(command, pathlib.Path(folder))
        for name in ATTACKS:
            with Service(program, "--job-folder", f"{folder}/{name}", templates={"card": CARD}) as service:
                attack(service, checks, name, seconds or 4)
    return checks.end()


def limited(command, folder):
    """The program with few descriptors."""
    program = folder / "limited"
    program.write_text(f'#!/bin/sh\nulimit -n {DESCRIPTORS}\nexec {command} "$@"\n')
    program.chmod(0o755)
    return program


def attack(service, checks, name, seconds):
    count = len(service.workers())
    others = Others(service)
    others.ask_for(1)
    descriptors = service.descriptors()
    quiet, attacked, open_most, turned_away = Window(), Window(), 0, overflows()
    for _ in range(ROUNDS):
        others.ask_for(seconds, quiet)
        with Attackers(service, name):
            time.sleep(WARM_UP)
            others.ask_for(seconds, attacked)
            open_most = max(open_most, service.descriptors())
        checks.true(f"{name}: its connections end", until(lambda: service.metric("multiplane_connections") <= 2, 20))
        until(lambda: service.metric("multiplane_queue_depth") == 0, 20)
    answers = {}
    for line in service.log:
        if line.get("route") in ("/v1/jobs", "/v1/render"):
            answers[line["status"]] = answers.get(line["status"], 0) + 1
    ratio = percentile(attacked.kept, 0.99) / max(percentile(quiet.kept, 0.99), 1e-6)
    print(f"attacks: {name}: p99 quiet {told(quiet)}; attacked {told(attacked)}: {ratio:.2f} times; at most {open_most} descriptors, "
          f"{overflows() - turned_away} connections turned away by the kernel, attackers were answered {json.dumps(answers)}")
    checks.true(f"{name}: others are asked for", min(len(quiet.kept), len(attacked.kept)) >= 100, (len(quiet.kept), len(attacked.kept)))
    checks.equal(f"{name}: others in quiet", set(quiet.statuses), {200})
    checks.equal(f"{name}: others", set(attacked.statuses), {200})
    checks.true(f"{name}: p99 of others", ratio <= 2, ratio)
    checks.true(f"{name}: a new client waits at most a second", max(attacked.times["new"], default=99) <= 1,
                max(attacked.times["new"], default=99))
    checks.true(f"{name}: descriptors", until(lambda: service.descriptors() <= descriptors + 4, 40),
                (descriptors, service.descriptors()))
    checks.true(f"{name}: workers", until(lambda: len(service.workers()) == count, 20), service.workers())
    job = service.ask("POST", "/v1/jobs", json.dumps({"id": "after", "scene": "card"}), ["Content-Type: application/jsonl"])
    checks.equal(f"{name}: a job", job.status, 202)
    place = job.headers.get("location", "")
    checks.true(f"{name}: it is drawn", until(lambda: service.ask("GET", place).json().get("state") == "done", 60))


def overflows():
    """Connections that the kernel has dropped on this machine because too many waited to be accepted: their clients try again
    after a second."""
    names, values = (line.split() for line in pathlib.Path("/proc/net/netstat").read_text().splitlines()[:2])
    return int(dict(zip(names, values))["ListenOverflows"])


class Window:
    """Latencies of one kind of windows, in seconds: of drawings and cached pictures on a connection that is kept, and of
    clients that connect."""

    def __init__(self):
        self.times = {"drawn": [], "cached": [], "new": []}
        self.statuses = {}

    @property
    def kept(self):
        return self.times["drawn"] + self.times["cached"]


def told(window):
    kinds = ", ".join(f"{kind} {percentile(times, 0.99) * 1000:.1f}" for kind, times in window.times.items())
    return (f"{percentile(window.kept, 0.99) * 1000:.1f} ms ({kinds}, new at most {max(window.times['new'], default=0) * 1000:.0f}; "
            f"{json.dumps(window.statuses)})")


class Others:
    """A client with a connection of its own, and one that connects each time."""

    def __init__(self, service):
        self.service, self.wire, self.number = service, None, 0
        self.cached = service.sign("/v1/t/card.png?title=cached")

    def ask_for(self, seconds, window=None):
        """Both at the same time."""
        end = time.monotonic() + seconds
        window = window or Window()

        def client(kinds):
            while time.monotonic() < end:
                for kind, ask in kinds:
                    begun = time.monotonic()
                    answer = ask()
                    window.times[kind].append(time.monotonic() - begun)
                    status = f"{answer.status} {answer.json()['code']}" if answer and answer.status >= 400 else answer.status if answer else "closed"
                    window.statuses[status] = window.statuses.get(status, 0) + 1
                    time.sleep(0.01)

        other = threading.Thread(target=client, args=([("new", self.connect)],))
        other.start()
        client([("drawn", self.draw), ("cached", self.fetch)])
        other.join()

    def draw(self):
        self.number += 1
        body = json.dumps({"parameters": {"title": f"Card {self.number}"}})
        return self.keep(lambda wire: wire.ask("POST", "/v1/templates/card/render", body, POST))

    def fetch(self):
        return self.keep(lambda wire: wire.ask("GET", self.cached))

    def keep(self, ask):
        """A connection that was closed while it was idle is opened again, as HTTP clients do."""
        for _ in range(2):
            if self.wire is None:
                self.wire = Wire(self.service.port)
            try:
                answer = ask(self.wire)
            except OSError:
                answer = None
            if answer is not None:
                return answer
            self.wire = None
        return None

    def connect(self):
        with self.service.wire() as wire:
            return wire.ask("GET", "/healthz")


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


class Attackers:
    """A process that attacks while the context is open."""

    def __init__(self, service, name):
        self.arguments = [sys.executable, "-B", __file__, name, str(service.port)]

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, preexec_fn=lambda: os.nice(NICENESS))
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


# MARK: The attackers

def refused_jobs(port):
    """Jobs that a batch has to look at before they are refused, each on a connection that stays open."""
    def client(number):
        held = []
        while True:
            number += 1
            row = {"id": f"r{number}", "scene": "card", "parameters": {"tilte": "x"}}
            try:
                wire = Wire(port)
                wire.ask("POST", "/v1/jobs", json.dumps(row), ["Content-Type: application/jsonl"])
                held.append(wire)
            except OSError:
                pass
            if len(held) > 60:
                held.pop(0).socket.close()
    threads(4, lambda number: client(number * 1_000_000))


def texts(port):
    """Texts that take long to lay out."""
    bodies = []
    for text in ["e" + "\u0301" * 99_980, "a" + "\u00ad" * 99_980, "\t" + "a\t" * 49_990]:
        scene = {"version": 1, "size": [400, 400], "root": {"sublayers": [
            {"class": "CATextLayer", "frame": [0, 0, 400, 400], "string": "NUMBER" + text, "fontSize": 12, "wrapped": True}]}}
        bodies.append(json.dumps(scene, ensure_ascii=False).encode().split(b"NUMBER"))

    def client(number):
        while True:
            number += 1
            try:
                with Wire(port, 60) as wire:
                    answer = wire.ask("POST", "/v1/render", str(number).encode().join(bodies[number % 3]), POST)
                if answer and answer.status == 429:
                    time.sleep(0.1)
            except OSError:
                time.sleep(0.1)
    threads(8, lambda number: client(number * 1_000_000))


def idle(port):
    """2,000 connections on which nothing comes."""
    hold(port, 2000, None)


def slow_heads(port):
    """1,500 heads that drip, on connections that reopen."""
    hold(port, 1500, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: " + "a" * 10_000)


def hold(port, count, text):
    """Holds connections, reopens those that are closed, and sends a byte of the text a second on each."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    selector = selectors.DefaultSelector()
    sent = {}

    def connect():
        connection = socket.socket()
        connection.setblocking(False)
        connection.connect_ex(("127.0.0.1", port))
        sent[connection] = 0
        selector.register(connection, selectors.EVENT_READ)

    for _ in range(count):
        connect()
    drips = time.monotonic()
    while True:
        for key, _ in selector.select(0.2):
            try:
                is_open = key.fileobj.recv(4096) != b""
            except OSError:
                is_open = False
            if not is_open:
                selector.unregister(key.fileobj)
                del sent[key.fileobj]
                key.fileobj.close()
                connect()
        if text and time.monotonic() > drips:
            drips = time.monotonic() + 1
            for connection, place in sent.items():
                try:
                    connection.send(text[place:place + 1].encode())
                    sent[connection] = place + 1
                except OSError:
                    pass


def threads(count, work):
    started = [threading.Thread(target=work, args=(number + 1,), daemon=True) for number in range(count)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()


ATTACKS = {"refused jobs": refused_jobs, "long texts": texts, "idle connections": idle, "slow heads": slow_heads}


if __name__ == "__main__":
    ATTACKS[sys.argv[1]](int(sys.argv[2]))
