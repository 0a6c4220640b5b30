"""Clock changes while the service runs, ahead and back: only wall-clock values may follow."""
import email.utils
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import tempfile
import time

from service import Checks, Service, until

HOUR = 3600
DAY = 24 * HOUR
SOURCE = pathlib.Path(__file__).with_name("clock.c")


def compiler():
    return shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")


def missing():
    return None if compiler() else "no C compiler is installed"


def run(command, _):
    checks = Checks("clock")
    with tempfile.TemporaryDirectory() as folder:
        library, offset = f"{folder}/clock.so", pathlib.Path(folder) / "offset"
        subprocess.run([compiler(), "-shared", "-fPIC", "-O1", "-o", library, str(SOURCE), "-ldl"], check=True)
        offset.write_bytes(struct.pack("=q", 0))

        def put(seconds):
            # In place: the programs have it in their memory.
            with open(offset, "r+b") as file:
                file.write(struct.pack("=q", seconds))

        environment = {"LD_PRELOAD": library, "CLOCK_OFFSET": str(offset)}
        arguments = ["--deadline", "4", "--cache", f"{folder}/cache", "--cache-memory", "0", "--job-folder", f"{folder}/jobs", "--job-days", "2"]
        with Service(command, *arguments, env=environment) as service:
            job = set_while_it_runs(service, checks, put)
        # Only the time of day shows how long a service did not run.
        for ahead, status in [(DAY, 200), (3 * DAY, 404)]:
            put(ahead)
            with Service(command, *arguments, env=environment) as service:
                checks.true(f"a job, {ahead // DAY} days later", until(lambda: service.ask("GET", job).status == status, 10),
                            service.ask("GET", job).status)
        put(-30 * DAY)
        with Service(command, *arguments, env=environment) as service:
            checks.equal("a start in the past", service.render({"title": "past"}).status, 200)
    return checks.end()


def set_while_it_runs(service, checks, put):
    """Returns the place of a job that has ended."""
    def post(name):
        rows = [{"id": f"r{n}", "scene": "card", "parameters": {"title": f"{name} {n}"}, "scale": 0.1} for n in range(5)]
        return service.ask("POST", "/v1/jobs", "\n".join(map(json.dumps, rows))).headers["location"]

    def is_done(place):
        return service.ask("GET", place).json()["state"] == "done"

    jobs = [post("first")]
    checks.true("a job", until(lambda: is_done(jobs[0]), 30))
    address = service.sign(f"/v1/t/card.png?_scale=0.1&e={int(time.time()) + HOUR // 2}")
    kept = service.render({"title": "kept"}).body
    for ahead in [0, HOUR, 3 * DAY, -HOUR, -400 * DAY, HOUR, 0]:
        put(ahead)
        when = f"the clock at {ahead // HOUR:+d} h"
        begun = time.monotonic()
        answer = service.ask("GET", address)
        checks.equal(f"{when}: an address of half an hour", answer.status, 200 if ahead < HOUR // 2 else 410)
        if answer.status == 200:
            age = int(answer.headers["cache-control"].split("max-age=")[1].split(",")[0])
            checks.true(f"{when}: how long it may be kept", abs(age - min(365 * DAY, HOUR // 2 - ahead)) < 60, age)
        said = email.utils.parsedate_to_datetime(answer.headers["date"]).timestamp()
        checks.true(f"{when}: the date", abs(said - time.time() - ahead) < 5, answer.headers["date"])
        checks.equal(f"{when}: a picture", service.render({"title": when}).status, 200)
        hits = service.metric('multiplane_cache_total{result="hit"}')
        checks.true(f"{when}: one that is kept", service.render({"title": "kept"}).body == kept)
        checks.equal(f"{when}: is not drawn again", service.metric('multiplane_cache_total{result="hit"}'), hits + 1)
        jobs.append(post(when))
        checks.true(f"{when}: all of that is quick", time.monotonic() - begun < 4, time.monotonic() - begun)
    checks.true("the jobs are drawn", until(lambda: all(map(is_done, jobs)), 60))
    # Longer than the pause between two looks at what jobs there are.
    put(3 * DAY)
    time.sleep(6)
    checks.equal("three days later, a job of two days", service.ask("GET", jobs[0]).status, 200)
    # A worker that hangs is given up at a deadline that does not move.
    for process in service.workers():
        os.kill(process, signal.SIGSTOP)
    begun = time.monotonic()
    put(-HOUR)
    checks.equal("workers that hang", service.render({"title": "hangs"}).status, 503)
    checks.true("at the deadline", 3.5 < time.monotonic() - begun < 5.5, time.monotonic() - begun)
    checks.true("and then", until(lambda: service.render({"title": "after"}).status == 200, 15))
    put(HOUR)
    begun = time.monotonic()
    service.process.send_signal(signal.SIGTERM)
    put(-HOUR)
    checks.equal("the end", service.process.wait(20), 0)
    checks.true("soon", time.monotonic() - begun < 6, time.monotonic() - begun)
    put(0)
    return jobs[0]
