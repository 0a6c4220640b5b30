"""Requests per second: drawn against `batch`, cached and 304 against /healthz, overload."""
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

from service import LINK_CARD, Checks, Service, Wire, share

CORES = 2
BADGE = {**LINK_CARD, "size": [240, 126], "root": {"sublayers": [
    {"frame": [8, 8, 224, 110], "backgroundColor": {"parameter": "accent"}, "cornerRadius": 12},
    {"class": "CATextLayer", "frame": [24, 40, 192, 46], "string": {"parameter": "title"}, "fontSize": 24, "foregroundColor": "#ffffff"}]}}


def missing():
    return None if shutil.which("wrk") else "wrk is not installed"


def run(command, _):
    checks = Checks("load")
    with Service(command, templates={"card": LINK_CARD, "badge": BADGE}) as service:
        time.sleep(1)
        print(f"load: start to ready {service.started * 1000:.0f} ms; resident with {len(service.workers())} idle workers "
              f"{service.resident() / (1 << 20):.0f} MiB")
        checks.true("start", service.started <= 0.3, service.started)
        checks.true("memory with idle workers", service.resident() <= 120 << 20, service.resident() >> 20)
        batch = batch_rate(command)
        drawn = drawn_rate(service)
        print(f"load: drawn {drawn:.1f} a second, batch {batch:.1f}: {drawn / batch:.2f}")
        badges, processes = drawn_rate(service, 600, "badge"), process_rate(command)
        print(f"load: badges {badges:.0f} a second, a process each {processes:.1f}: {badges / processes:.1f} times")
        checks.true("badges", badges >= 6 * processes, (badges, processes))
        path = service.sign("/v1/t/card.png?title=cached")
        answer = service.ask("GET", path)
        misses = service.metric('multiplane_cache_total{result="miss"}')
        # In turns, as the machine is not equally fast at all times.
        turns = [(wrk(service, "/healthz"), wrk(service, path), wrk(service, path, f"If-None-Match: {answer.headers['etag']}"))
                 for _ in range(3)]
        health, cached, same = map(statistics.median, zip(*turns))
        print(f"load: /healthz {health:.0f} a second, cached {cached:.0f} ({len(answer.body) >> 10} KiB), 304 {same:.0f}")
        checks.true("drawn", drawn >= 0.85 * batch, (drawn, batch))
        checks.true("cached", cached >= max(5000, 0.5 * health), (cached, health))
        checks.true("304", same >= max(8000, 0.7 * health), (same, health))
        checks.equal("304 and hits draw nothing", service.metric('multiplane_cache_total{result="miss"}'), misses)
    with Service(command) as service:
        overload(service, checks)
    return checks.end()


def wrk(service, path, header=None, seconds=3):
    out = subprocess.run(
        ["wrk", "-t1", "-c16", f"-d{seconds}s", *(["-H", header] if header else []), f"http://127.0.0.1:{service.port}{path}"],
        capture_output=True, text=True, check=True)
    found = re.search(r"Requests/sec:\s+([0-9.]+)", out.stdout)
    return float(found[1]) if found else 0.0


def process_rate(command, count=40):
    """Badges, a process each, as many at a time as there are cores."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "badge.json").write_text(json.dumps(BADGE))
        begun = time.monotonic()
        for _ in range(count // CORES):
            processes = [subprocess.Popen([str(command), "render", f"{folder}/badge.json", "-o", f"{folder}/{number}.png", "--renderer", "cpu"],
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for number in range(CORES)]
            for process in processes:
                process.wait()
        return count / (time.monotonic() - begun)


def batch_rate(command, count=300):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "card.json").write_text(json.dumps(LINK_CARD))
        rows = "\n".join(json.dumps({"id": f"r{n}", "parameters": {"title": f"Card {n}"}}) for n in range(count))
        pathlib.Path(folder, "rows.jsonl").write_text(rows)
        begun = time.monotonic()
        subprocess.run([str(command), "batch", f"{folder}/rows.jsonl", "--scene", f"{folder}/card.json", "-o",
                        f"{folder}/out/{{id}}.png", "--progress", "none"], check=True, capture_output=True)
        return count / (time.monotonic() - begun)


def drawn_rate(service, count=300, name="card"):
    """One client more than there are workers, as long as a batch."""
    def ask(wire, number):
        answer = wire.ask("POST", f"/v1/templates/{name}/render", json.dumps({"parameters": {"title": f"Card {number}"}}),
                          ["Content-Type: application/json"])
        assert answer.status == 200, answer.body
    service.render({"title": "warm"}, name=name)
    return count / share(service, count, CORES + 1, ask)


class OpenLoop:
    """Requests at a rate, whether the earlier ones are answered or not."""

    def __init__(self, service, rate, seconds, offset):
        self.service, self.answers, self.lock = service, [], threading.Lock()
        self.rate, self.seconds, self.offset = rate, seconds, offset

    def run(self):
        begun = time.monotonic()
        threads = [threading.Thread(target=self.client, args=(begun, number)) for number in range(64)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.answers

    def client(self, begun, number):
        wire = Wire(self.service.port)
        while True:
            due = begun + number / self.rate
            if due > begun + self.seconds:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            sent = time.monotonic()
            answer = wire.ask("POST", "/v1/templates/card/render",
                              json.dumps({"parameters": {"title": f"{self.offset} {number}"}}), ["Content-Type: application/json"])
            with self.lock:
                self.answers.append((answer.status if answer else 0, time.monotonic() - sent))
            if answer is None:
                wire = Wire(self.service.port)
            number += 64


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def overload(service, checks, seconds=60):
    capacity = drawn_rate(service, 100)
    half = OpenLoop(service, capacity / 2, seconds, "half").run()
    p99_half = percentile([took for status, took in half if status == 200], 0.99)
    over = OpenLoop(service, capacity * 4, seconds, "over").run()
    accepted = [took for status, took in over if status == 200]
    refused = [took for status, took in over if status == 429]
    other = [status for status, _ in over if status not in (200, 429)]
    begun = time.monotonic()
    after = service.render({"title": "after"})
    back = time.monotonic() - begun
    print(f"load: capacity {capacity:.1f}; at half p99 {p99_half * 1000:.0f} ms; at 4 times {len(accepted) / seconds:.1f} accepted a second, "
          f"p99 {percentile(accepted, 0.99) * 1000:.0f} ms ({percentile(accepted, 0.99) / max(p99_half, 1e-6):.1f} times), "
          f"429 p99 {percentile(refused, 0.99) * 1000:.0f} ms ({len(refused)}), other {other[:5]}; "
          f"afterwards {back * 1000:.0f} ms")
    checks.equal("nothing but 200 and 429", other, [])
    checks.true("accepted requests stay quick", percentile(accepted, 0.99) <= 3 * p99_half, (percentile(accepted, 0.99), p99_half))
    checks.true("and within the deadline", max(accepted, default=99) <= 10, max(accepted, default=99))
    checks.true("some are refused", refused)
    checks.true("at once", percentile(refused, 0.99) <= 0.02, percentile(refused, 0.99))
    checks.equal("normal again", after.status, 200)
    checks.true("within a second", back <= 1, back)
