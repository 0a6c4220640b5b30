"""Faults of the machine and of clients: each gives a specific status, and the next request
succeeds.
"""
import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import threading
import time

import machine
from service import AUTHORIZED, Checks, Service, Wire, alive, until


def missing():
    return None


def run(command, _):
    checks = Checks("faults")
    slow = machine.SlowClients(command)
    with tempfile.TemporaryDirectory() as folder:
        with Service(command, "--cache", f"{folder}/cache", "--deadline", "6") as service:
            workers(service, checks)
            clients(service, checks)
            cache(service, checks, pathlib.Path(folder) / "cache")
            reload(service, checks)
        with Service(command, "--queue", "0.1") as service:
            overload(service, checks)
            ending(service, checks)
        without_a_worker(command, checks, folder)
        retirement(command, checks)
        jobs(command, checks, folder)
        jobs_at_once(command, checks, folder)
        ending_of_watched_jobs(command, checks, folder)
        sockets(command, checks, folder)
        starts(command, checks, folder)
        fonts(command, checks, pathlib.Path(folder))
        encoders(command, checks, pathlib.Path(folder))
        unconfined(command, checks, pathlib.Path(folder))
        machine.full_disk(command, checks, folder)
    slow.end(checks)
    return checks.end()


def heavy(service, number):
    """A drawing that takes half a second or more, as no other does."""
    return service.render({"n": number}, name="heavy")


def in_background(work):
    result = []
    thread = threading.Thread(target=lambda: result.append(work()))
    thread.start()
    return lambda: (thread.join(), result[0])[1]


def workers(service, checks):
    before = service.workers()
    answer = in_background(lambda: heavy(service, 1))
    time.sleep(0.15)
    for process in before:
        os.kill(process, signal.SIGKILL)
    checks.equal("a worker that is killed while it draws", answer().status, 200)
    checks.true("it is replaced", until(lambda: len(service.workers()) == len(before)), service.workers())
    for process in service.workers():
        os.kill(process, signal.SIGKILL)
    time.sleep(0.1)
    checks.equal("workers that died idle", service.render({"title": "idle"}).status, 200)
    until(lambda: len(service.workers()) == len(before))
    for process in service.workers():
        os.kill(process, signal.SIGSTOP)
    begun = time.monotonic()
    answer = service.render({"title": "hangs"})
    checks.equal("workers that hang", (answer.status, b'"deadline"' in answer.body), (503, True))
    checks.true("at the deadline", 5.5 < time.monotonic() - begun < 7, time.monotonic() - begun)
    checks.true("and then", until(lambda: service.render({"title": "after"}).status == 200, 15))
    for process in service.workers():
        try:
            os.kill(process, signal.SIGCONT)
        except OSError:
            pass


def without_a_worker(command, checks, folder):
    """One of two workers cannot be started again, as the program may not be run: the other draws."""
    program = pathlib.Path(folder) / "multiplane"
    shutil.copy(command, program)
    with Service(program, "--workers", "2", "--cache-memory", "0") as service:
        program.chmod(0o600)
        os.kill(service.workers()[0], signal.SIGKILL)
        checks.true("a worker that cannot be started again", until(
            lambda: any(line.get("level") == "error" for line in service.log)), service.log[-1:])
        checks.equal("the other draws", {service.render({"title": f"one {n}"}).status for n in range(30)}, {200})
        program.chmod(0o700)
        checks.true("it is started when it can be", until(lambda: len(service.workers()) == 2, 30), service.workers())


def retirement(command, checks):
    """The only worker is replaced for its age, while a client asks again and again whether the service is ready."""
    small = {"version": 1, "size": [4, 4], "parameters": {"n": {"type": "number", "default": 1}},
             "root": {"frame": [0, 0, 1, 1], "opacity": {"parameter": "n"}}}
    with Service(command, "--workers", "1", "--cache-memory", "0", templates={"small": small}) as service:
        found, ended = set(), threading.Event()

        def watch():
            with service.wire() as wire:
                while not ended.is_set():
                    found.add(wire.ask("GET", "/readyz").status)
                    time.sleep(0.005)

        thread = threading.Thread(target=watch)
        thread.start()
        with service.wire() as wire:
            statuses = {wire.ask("POST", "/v1/templates/small/render", json.dumps({"parameters": {"n": n / 1100}}),
                                 ["Content-Type: application/json"]).status for n in range(1100)}
        ended.set()
        thread.join()
        checks.equal("1,100 pictures", statuses, {200})
        checks.equal("a worker was replaced", service.metric('multiplane_worker_restarts_total{reason="age"}'), 1.0)
        checks.equal("the service was ready all the time", found, {200})


def clients(service, checks):
    begun = time.monotonic()
    with service.wire() as wire:
        for byte in "GET /healthz HTTP/1.1\r\nX-Slow: aaaaaaaaaaaaaaaaaaaa":
            try:
                wire.send(byte)
            except OSError:
                break
            time.sleep(0.4)
        ended = wire.answer() is None
    checks.true("a head that drips", ended and time.monotonic() - begun < 22, time.monotonic() - begun)
    path = "/v1/templates/heavy/render"
    for number in range(200):
        wire = Wire(service.port)
        body = json.dumps({"parameters": {"n": 100 + number}})
        wire.send(f"POST {path} HTTP/1.1\r\n{AUTHORIZED}Content-Length: {len(body)}\r\n\r\n{body}")
        wire.socket.close()
    answer = service.ask("GET", "/healthz")
    checks.equal("200 clients that leave", answer.status, 200)
    checks.true("nothing is drawn for them for long", until(lambda: service.metric("multiplane_queue_depth") == 0, 15))
    checks.true("their connections end", until(lambda: service.metric("multiplane_connections") <= 1, 15),
                service.metric("multiplane_connections"))
    with service.wire() as wire:
        wire.send(f"POST /v1/render HTTP/1.1\r\n{AUTHORIZED}Content-Length: 100\r\n\r\nshort")
        wire.socket.shutdown(1)
        answer = wire.answer()
        checks.true("a body that is shorter than told", answer is None or answer.status in (400, 500), answer and answer.status)


def cache(service, checks, folder):
    whole = service.render({"title": "kept"}).body
    checks.true("a picture is kept", until(lambda: any(folder.iterdir())))
    time.sleep(0.2)
    for file in folder.iterdir():
        data = bytearray(file.read_bytes())
        data[random.randrange(32, len(data))] ^= 1
        file.write_bytes(data)
    # Another service has nothing in memory, and finds the damaged files.
    with Service(service.command, "--cache", str(folder)) as other:
        checks.equal("a damaged file of the cache", other.render({"title": "kept"}).body == whole, True)


def reload(service, checks):
    templates = pathlib.Path(service.folder) / "templates"
    (templates / "new.json").write_text('{"version": 1, "size": [2, 2], "root": {}}')
    service.process.send_signal(signal.SIGHUP)
    checks.true("a new template", until(lambda: service.render(name="new").status == 200))
    (templates / "wrong.json").write_text("{")
    (templates / "new.json").unlink()
    service.process.send_signal(signal.SIGHUP)
    checks.true("a wrong one is told", until(lambda: any("not reloaded" in str(line.get("message")) for line in service.log)))
    checks.equal("and leaves all as they were", service.render(name="new").status, 200)


def fonts(command, checks, folder):
    """Fonts that change while it runs: a worker that knows the old ones is replaced, and tags are new."""
    found = sorted(pathlib.Path("/usr/share/fonts").rglob("*.ttf"))
    if not found:
        return
    own, numbers = folder / "fonts", itertools.count()
    own.mkdir()
    shutil.copy(found[0], own / "a.ttf")
    (folder / "fonts.conf").write_text(
        f'<?xml version="1.0"?><fontconfig><dir>{own}</dir><cachedir>{folder}/fontconfig</cachedir></fontconfig>')
    with Service(command, "--workers", "2", "--queue", "5", env={"FONTCONFIG_FILE": f"{folder}/fonts.conf"}) as service:
        def draw():
            for end in [in_background(lambda: service.render({"title": f"{next(numbers)}"})) for _ in range(4)]:
                end()

        def both():
            draw()
            return {line.get("worker") for line in service.log if line.get("cache") == "miss"} >= {0, 1}

        def tag():
            return service.render({"title": "x"}).headers["etag"]

        checks.true("both have read fonts", until(both, 30))
        before = tag()
        os.utime(own / "a.ttf", (1, 1))
        draw()
        checks.equal("fonts that were not read yet", tag(), before)
        os.kill(service.workers()[0], signal.SIGKILL)
        checks.true("fonts that a new worker has read are in tags", until(lambda: draw() or tag() != before, 30))
        name = 'multiplane_worker_restarts_total{reason="fonts"}'
        checks.true("and the other worker is replaced", until(lambda: service.metric(name) == 1, 30))


def encoders(command, checks, folder):
    """Another ffmpeg makes other bytes of the same frames."""
    real = shutil.which("ffmpeg")
    if not real:
        return
    own = folder / "programs"
    own.mkdir()

    def install(title):
        (own / "new").write_text(f"""#!/bin/bash
exec {real} "${{@:1:$#-1}}" -metadata title={title} "${{@: -1}}"
""")
        (own / "new").chmod(0o755)
        os.replace(own / "new", own / "ffmpeg")

    def video(service):
        return service.render({"title": "v"}, format="mp4", to=0.2, fps=10, scale=0.2)

    install("one")
    path = {"PATH": f"{own}:{os.environ['PATH']}"}
    with Service(command, "--workers", "1", "--cache", f"{folder}/videos", env=path) as service:
        first = video(service)
        checks.equal("a video", (first.status, video(service).headers["etag"]), (200, first.headers["etag"]))
        install("two")
        service.process.send_signal(signal.SIGHUP)
        checks.true("another ffmpeg is in its tag", until(
            lambda: video(service).headers["etag"] != first.headers["etag"]))
        checks.true("and makes another video", video(service).body != first.body)


def unconfined(command, checks, folder):
    """A filter of system calls that keeps Landlock from workers, as systemd before 257 has one, is told once."""
    wrapper = folder / "filtered"
    wrapper.write_text(f"""#!{sys.executable}
import ctypes, os, struct, sys
rules = [(0x20, 0, 0, 0), (0x35, 0, 2, 444), (0x25, 1, 0, 446), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7fff0000)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(code)))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0
os.execv({str(command)!r}, sys.argv)
""")
    wrapper.chmod(0o755)
    with Service(wrapper, "--workers", "2") as service:
        until(lambda: len(service.workers()) == 2)
        checks.equal("it draws all the same", service.render({"title": "x"}).status, 200)
        told = [line for line in service.log if "not confined" in str(line.get("message"))]
        checks.equal("workers without Landlock", [line.get("level") for line in told], ["warning"])


def overload(service, checks):
    answers, lock = [], threading.Lock()

    def ask(number):
        begun = time.monotonic()
        answer = heavy(service, 1000 + number)
        with lock:
            answers.append((answer.status, answer.headers.get("retry-after"), time.monotonic() - begun))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    refused = [answer for answer in answers if answer[0] == 429]
    checks.true("more than may wait is refused", 20 < len(refused) < 40, len(refused))
    checks.true("with a time", all(int(answer[1]) >= 1 for answer in refused), refused[:1])
    checks.true("nothing else", {answer[0] for answer in answers} <= {200, 429, 503}, {answer[0] for answer in answers})
    checks.equal("and then", service.render({"title": "normal"}).status, 200)


def ending(service, checks):
    idle, half = service.wire(), service.wire()
    idle.ask("GET", "/healthz")
    half.send("GET /hea")
    answer = in_background(lambda: heavy(service, 5000))
    time.sleep(0.1)
    opened = service.wire()
    time.sleep(0.1)
    begun = time.monotonic()
    service.process.send_signal(signal.SIGTERM)
    time.sleep(0.2)
    body = json.dumps({"parameters": {"title": "late"}})
    opened.send(f"POST /v1/templates/card/render HTTP/1.1\r\n{AUTHORIZED}Content-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}")
    late = opened.answer("POST")
    checks.equal("SIGTERM: what was connected before is answered", late and late.status, 200)
    checks.equal("what is in flight is answered", answer().status, 200)
    checks.equal("status", service.process.wait(25), 0)
    checks.true("soon", time.monotonic() - begun < 12, time.monotonic() - begun)
    for wire in (idle, half, opened):
        wire.socket.close()


def ending_of_watched_jobs(command, checks, folder):
    """A client that watches a job does not hold the end of the service, and neither does the job."""
    rows = "\n".join(json.dumps({"id": f"w{n}", "scene": "heavy", "parameters": {"n": n}}) for n in range(200))
    with Service(command, "--job-folder", f"{folder}/watched") as service:
        place = service.ask("POST", "/v1/jobs", rows).headers["location"]
        with service.wire() as wire:
            wire.send(f"GET {place} HTTP/1.1\r\n{AUTHORIZED}Accept: text/event-stream\r\n\r\n")
            checks.true("a job is watched", "text/event-stream" in str(wire.line_block()))
            checks.true("a batch runs", until(lambda: batches(service), 60))
            begun = time.monotonic()
            service.process.send_signal(signal.SIGTERM)
            checks.equal("SIGTERM: its end", service.process.wait(25), 0)
            checks.true("soon, too", time.monotonic() - begun < 8, time.monotonic() - begun)


def sockets(command, checks, folder):
    """At a Unix socket, whose place the next one takes while the first still answers."""
    path = f"{folder}/socket"
    first = Service(command, "--socket", path)
    mode = os.stat(path).st_mode & 0o777
    checks.equal("who may connect", oct(mode), "0o660")
    masks = {line for process in first.workers() for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
             if line.startswith("Umask")}
    checks.equal("masks of workers", masks, {f"Umask:\t{mask():04o}"})
    with Wire(path) as wire:
        checks.equal("a request", wire.ask("GET", "/healthz").status, 200)
        body = json.dumps({"parameters": {"n": 7000}})
        wire.send(f"POST /v1/templates/heavy/render HTTP/1.1\r\n{AUTHORIZED}Content-Type: application/json\r\n"
                  f"Content-Length: {len(body)}\r\n\r\n{body}")
        until(lambda: first.process.poll() is not None, 0.1)
        first.process.send_signal(signal.SIGTERM)
        checks.true("its socket goes at once", until(lambda: not os.path.exists(path), 5))
        with Service(command, "--socket", path) as second:
            checks.equal("what was in flight", wire.answer().status, 200)
            checks.equal("the first ends", first.process.wait(25), 0)
            with Wire(path) as other:
                checks.equal("the second answers", other.ask("GET", "/healthz").status, 200)
            del second
    first.__exit__()


def mask():
    now = os.umask(0)
    os.umask(now)
    return now


def jobs(command, checks, folder):
    rows = "\n".join(json.dumps({"id": f"r{n}", "scene": "card", "parameters": {"title": f"x{n}"}}) for n in range(120))
    with Service(command, "--job-folder", f"{folder}/jobs") as service:
        place = service.ask("POST", "/v1/jobs", rows).headers["location"]
        checks.true("a job runs", until(lambda: service.ask("GET", place).json()["drawn"] > 5, 20))
        children = service.workers()
        service.process.kill()
        service.process.wait()
        checks.true("SIGKILL: nothing of it goes on", until(lambda: not any(map(alive, children)), 5))
        outputs = list((pathlib.Path(f"{folder}/jobs") / place.rsplit("/", 1)[1] / "outputs").glob("*.png"))
        checks.true("no half file", all(file.read_bytes()[-8:-4] == b"IEND" for file in outputs), len(outputs))
    # Another one dies alone, as the system ends what takes the memory of others.
    lone = rows.replace("r1", "s1")
    with Service(command, "--job-folder", f"{folder}/jobs") as service:
        place_of_lone = service.ask("POST", "/v1/jobs", lone).headers["location"]
        checks.true("a batch runs", until(lambda: batches(service), 60))
        for process in batches(service):
            os.kill(process, signal.SIGKILL)
        checks.true("a job whose batch died is drawn all the same", until(
            lambda: service.ask("GET", place_of_lone).json()["state"] == "done", 90), service.ask("GET", place_of_lone).body)
    with Service(command, "--job-folder", f"{folder}/jobs") as service:
        checks.true("the next start goes on with it", until(
            lambda: service.ask("GET", place).json()["state"] == "done", 60), service.ask("GET", place).body)
        checks.equal("all of it is there", len(service.ask("GET", place).json()["outputs"]), 120)


def jobs_at_once(command, checks, folder):
    """Each holds its body until it is made: half of the room for bodies is left to those of pictures."""
    with Service(command, "--job-folder", f"{folder}/at-once") as service:
        answers = []

        def post(number):
            rows = (json.dumps({"id": f"a{number}-{n}", "scene": "card", "scale": 0.1}) for n in range(3000))
            answers.append(service.ask("POST", "/v1/jobs", "\n".join(row + " " * 7000 for row in rows)))

        threads = [threading.Thread(target=post, args=(number,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        checks.equal("12 large jobs at once", {answer.status for answer in answers}, {202, 429})
        refused = [answer for answer in answers if answer.status == 429]
        told = [(answer.json()["code"], int(answer.headers["retry-after"]) >= 1) for answer in refused]
        checks.equal("some are told when to come again", set(told), {("jobs.busy", True)})
        checks.equal("and then", service.ask("POST", "/v1/jobs", '{"scene": "card"}').status, 202)


def batches(service):
    """The children that draw jobs, which are started as 'multiplane batch …'."""
    found = []
    for process in service.workers():
        try:
            words = pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"batch" in words[1:2]:
            found.append(process)
    return found


def starts(command, checks, folder):
    import subprocess
    open(f"{folder}/open-keys", "w", encoding="utf-8").write("0123456789abcdef\n")
    os.chmod(f"{folder}/open-keys", 0o644)
    os.mkdir(f"{folder}/wrong")
    open(f"{folder}/wrong/a.json", "w", encoding="utf-8").write("{")
    for arguments, text in [
            (["--host", "0.0.0.0"], "expected a loopback address"),
            (["--keys", f"{folder}/open-keys"], "may be read by others"),
            (["--templates", f"{folder}/wrong"], "line 1, column"), (["--templates", f"{folder}/none"], "nothing at this path"),
            (["--host", "192.0.2.1", "--keys", "/dev/null"], "expected a regular file of keys")]:
        out = subprocess.run([str(command), "serve", "--port", "0", *arguments], capture_output=True, text=True, timeout=20,
                             check=False)
        line = out.stderr.strip()
        checks.true(f"{arguments[0]} {arguments[1]} is refused", out.returncode in (1, 2) and text in line and "\n" not in line,
                    (out.returncode, line))
