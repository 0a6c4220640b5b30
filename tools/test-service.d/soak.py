"""Many requests of all kinds with failures injected: memory, descriptors and workers are flat, and nothing fails that was not made to."""
import json
import os
import random
import signal
import tempfile
import threading
import time

from service import AUTHORIZED, LINK_CARD, Checks, Service, Wire

SMALL = {**LINK_CARD, "size": [120, 63]}
CLIENTS = 8


def missing():
    return None


def run(command, number):
    count = number or 20_000
    checks = Checks("soak")
    statuses, lock = {}, threading.Lock()
    with tempfile.TemporaryDirectory() as cache, \
            Service(command, "--cache", cache, "--cache-size", "8", "--cache-memory", "4", "--queue", "2",
                    templates={"card": LINK_CARD, "small": SMALL}) as service:
        signed = [service.sign(f"/v1/t/small.png?title={n}") for n in range(20)]
        left = iter(range(count))
        marks = []

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
                except OSError:
                    status, wire = "reset", None
                with lock:
                    statuses[status] = statuses.get(status, 0) + 1

        def mark():
            marks.append((service.resident(), service.descriptors(), len(service.workers())))

        threads = [threading.Thread(target=client, args=(seed,)) for seed in range(CLIENTS)]
        begun = time.monotonic()
        for thread in threads:
            thread.start()
        dice = random.Random(0)
        done, next_mark = 0, count // 10
        while any(thread.is_alive() for thread in threads):
            time.sleep(1)
            workers = service.workers()
            if workers and dice.random() < 0.3:
                try:
                    os.kill(dice.choice(workers), signal.SIGKILL)
                except OSError:
                    pass
            if dice.random() < 0.1:
                service.process.send_signal(signal.SIGHUP)
            with lock:
                done = sum(statuses.values())
            if done >= next_mark:
                mark()
                next_mark += count // 10
        for thread in threads:
            thread.join()
        time.sleep(1)
        mark()
        took = time.monotonic() - begun
        allowed = {200, 304, 400, 403, 404, 413, 422, 429, "left"}
        checks.true("statuses", set(statuses) <= allowed | {503, "reset"}, statuses)
        wrong = sum(number for status, number in statuses.items() if status not in allowed)
        checks.true("what failed", wrong <= count // 200, statuses)
        first, last = marks[0], marks[-1]
        checks.true("memory", last[0] <= first[0] * 1.25 + (32 << 20), [mark[0] >> 20 for mark in marks])
        checks.true("descriptors", last[1] <= first[1] + 16, [mark[1] for mark in marks])
        checks.equal("workers", last[2], first[2])
        checks.equal("the next request", service.render({"title": "after"}).status, 200)
        print(f"soak: {count} requests in {took:.0f} s, {json.dumps({str(k): v for k, v in sorted(statuses.items(), key=str)})}, "
              f"MiB {[mark[0] >> 20 for mark in marks]}, descriptors {marks[0][1]} to {marks[-1][1]}")
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
    if kind < 0.90:
        return wire.ask("POST", "/v1/render", dice.randbytes(200), post), wire
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
