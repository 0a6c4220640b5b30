"""Soak test: many requests of all kinds with injected failures. Memory, descriptors and workers
must stay constant, and only injected failures may occur.
"""
import contextlib
import json
import os
import random
import signal
import tempfile
import threading
import time

from attacks import ATTACKS, Attackers
from service import AUTHORIZED, LINK_CARD, Checks, Service, Wire, until

SMALL = {**LINK_CARD, "size": [120, 63]}
CLIENTS = 8
BAD = [b"", b"{", b'{"parameters": 1}', b'{"parameters": {"title": 7}}', b'{"parameters": {"tilte": "x"}}', b"[" * 4000, b"\xff\xfe{}",
       b'{"parameters": {}, "scale": 1e9}', b'{"parameters": {}, "format": "exe"}', b'{"parameters": {}, "time": "now"}',
       b'{"parameters": {}, "format": "png", "to": 4}']
BAD_SCENES = [b'{"version": 1, "size": [1e9, 1e9], "root": {}}', b'{"version": 1, "size": [20, 20], "root": {"contents": "/etc/passwd"}}',
              b'{"version": 1, "size": [20, 20], "root": {"cornerRadius": "x"}}', b'{"version": 9}']


def missing():
    return None


def resident(processes):
    total = 0
    for process in processes:
        try:
            with open(f"/proc/{process}/statm", encoding="ascii") as file:
                total += int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except OSError:
            pass
    return total


def folder_size(path):
    total = 0
    for entry in os.scandir(path):
        # What is not used for longest goes at any time.
        try:
            total += entry.stat().st_size if entry.is_file() else 0
        except OSError:
            pass
    return total


def run(command, number, attacked=False):
    """attacked: beside all attackers. What they ask for is not counted."""
    count = number or 20_000
    checks = Checks("soak")
    statuses, lock = {}, threading.Lock()
    with tempfile.TemporaryDirectory() as cache, \
            tempfile.TemporaryDirectory() as jobs, \
            Service(command, "--job-folder", jobs, "--cache", cache, "--cache-size", "8", "--cache-memory", "4", "--queue", "2",
                    "--deadline", "5",
                    templates={"card": LINK_CARD, "small": SMALL}) as service:
        signed = [service.sign(f"/v1/t/small.png?title={n}") for n in range(20)]
        left = iter(range(count))
        marks, faults, folder_sizes = [], {"SIGKILL": 0, "SIGSTOP": 0, "SIGHUP": 0}, []

        def client(seed):
            dice = random.Random(seed)
            wire = None
            while True:
                with lock:
                    if next(left, None) is None:
                        return
                kind = dice.random()
                try:
                    if wire is None:
                        wire = Wire(service.port)
                    answer, wire = one(wire, kind, dice, signed, service)
                    status = answer.status if answer else "left"
                    if status == 500:
                        status = f"500 {json.loads(answer.body).get('code')}"
                except OSError:
                    status, wire = "reset", None
                with lock:
                    statuses[status] = statuses.get(status, 0) + 1

        def mark():
            marks.append((resident([service.process.pid]), service.descriptors(), len(service.workers()), resident(service.workers())))
            folder_sizes.append(folder_size(cache))

        service.render({"title": "before"}, name="small")
        descriptors, count_of_workers = service.descriptors(), len(service.workers())
        attackers = contextlib.ExitStack()
        for name in ATTACKS if attacked else []:
            attackers.enter_context(Attackers(service, name))
        threads = [threading.Thread(target=client, args=(seed,)) for seed in range(CLIENTS)]
        begun = time.monotonic()
        for thread in threads:
            thread.start()
        dice = random.Random(0)
        done, next_mark = 0, count // 10
        while any(thread.is_alive() for thread in threads):
            time.sleep(1)
            workers = service.workers()
            # A stopped worker costs who waits for it the deadline, so there are fewer of those.
            for name, chance in [("SIGKILL", 0.3), ("SIGSTOP", 0.03)]:
                if workers and dice.random() < chance:
                    try:
                        os.kill(dice.choice(workers), getattr(signal, name))
                        faults[name] += 1
                    except OSError:
                        pass
            if dice.random() < 0.05:
                service.process.send_signal(signal.SIGHUP)
                faults["SIGHUP"] += 1
            with lock:
                done = sum(statuses.values())
            if done >= next_mark:
                mark()
                next_mark += count // 10
        for thread in threads:
            thread.join()
        took = time.monotonic() - begun
        attackers.close()
        # A worker that was stopped last is found out when it gets its next drawing.
        until(lambda: service.render({"title": str(dice.random())}, name="small").status == 200, 30)
        until(lambda: len(service.workers()) == count_of_workers, 20)
        until(lambda: service.metric("multiplane_connections") <= 1, 40)
        # Those of a job that was being refused.
        until(lambda: service.descriptors() <= descriptors + 4, 40)
        mark()
        # 500: a worker was killed at a drawing, and the one that took it over, too.
        allowed = {200, 304, 400, 403, 404, 413, 422, 429, "left"}
        checks.true("statuses", set(statuses) <= allowed | {"500 worker.died", 503, "reset"}, statuses)
        checks.true("drawings whose worker was killed twice", statuses.get("500 worker.died", 0) <= faults["SIGKILL"] // 20, statuses)
        wrong = sum(number for status, number in statuses.items() if status not in allowed)
        checks.true("what failed", wrong <= count // 200, statuses)
        first, last = marks[0], marks[-1]
        checks.true("memory of the service", last[0] <= first[0] * 1.15 + (8 << 20), [mark[0] >> 20 for mark in marks])
        # A worker that was just replaced has little yet.
        checks.true("memory of its workers", last[3] <= max(mark[3] for mark in marks[:5]) * 1.25 + (32 << 20), [mark[3] >> 20 for mark in marks])
        checks.true("descriptors", last[1] <= descriptors + 4, (descriptors, [mark[1] for mark in marks]))
        checks.equal("workers", last[2], count_of_workers)
        checks.true("the folder of the cache", max(folder_sizes) <= 9 << 20, [size >> 20 for size in folder_sizes])
        checks.equal("the next request", service.render({"title": "after"}).status, 200)
        print(f"soak: {count} requests in {took:.0f} s, {json.dumps({str(k): v for k, v in sorted(statuses.items(), key=str)})}, "
              f"{json.dumps(faults)}, MiB of the service {[mark[0] >> 20 for mark in marks]} and of its workers "
              f"{[mark[3] >> 20 for mark in marks]}, descriptors {[mark[1] for mark in marks]}")
    return checks.end()


def one(wire, kind, dice, signed, service):
    """One request; the wire is gone where it is of no use any more."""
    post = ["Content-Type: application/json"]
    if kind < 0.45:
        return wire.ask("GET", dice.choice(signed)), wire
    if kind < 0.75:
        body = json.dumps({"parameters": {"title": str(dice.random())}})
        return wire.ask("POST", "/v1/templates/small/render", body, post), wire
    if kind < 0.85:
        return wire.ask("POST", "/v1/render", json.dumps({**SMALL, "scale": 1 + dice.random()}), post), wire
    if kind < 0.87:
        return wire.ask("POST", "/v1/render", dice.choice([dice.randbytes(200), *BAD_SCENES]), post), wire
    if kind < 0.89:
        return wire.ask("POST", "/v1/templates/small/render", dice.choice(BAD), post), wire
    if kind < 0.90:
        form = ["Content-Type: multipart/form-data; boundary=b"]
        return wire.ask("POST", "/v1/render", b'--b\r\nContent-Disposition: form-data; name="scene"\r\n\r\n{', form), wire
    if kind < 0.93:
        return wire.ask("GET", "/v1/t/x/small.png"), wire
    if kind < 0.95:
        tag = wire.ask("GET", signed[0]).headers.get("etag", '""')
        return wire.ask("GET", signed[0], headers=[f"If-None-Match: {tag}"]), wire
    if kind < 0.97:
        # Leaves in the middle of it.
        body = json.dumps({"parameters": {"title": str(dice.random())}})
        wire.send(f"POST /v1/templates/card/render HTTP/1.1\r\n{AUTHORIZED}Content-Length: {len(body)}\r\n\r\n{body}")
        wire.socket.close()
        return None, None
    if kind < 0.98:
        wire.send(f"POST /v1/render HTTP/1.1\r\n{AUTHORIZED}Content-Length: 100\r\n\r\nhalf")
        wire.socket.close()
        return None, None
    return wire.ask("POST", "/v1/templates/card/render", json.dumps({"parameters": {"title": str(dice.random())}}), post), wire
