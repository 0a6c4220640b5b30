"""Measures: one process at a time, and within a workload the drivers take turns.

The result of a driver is the median over the rounds of the median frame. Rounds that shared the machine with other work
do not count where there are quieter ones; `foreign` says how many cores others used in the quietest.
"""

import json
import os
import statistics
import subprocess
import time

import drivers
import workloads

WARMUP = 4
LONGEST = 300  # seconds that a process may take
QUIET = 0.12  # cores


def measure(shop, options):
    """A list of rows, one for each driver, variant and workload: dictionaries of numbers."""
    competitors = shop.multiplanes(options.build) + [shop.floor()] + (shop.peers() if options.peers else [])
    screen = Screen() if options.peers else None
    rows = []
    try:
        for name in options.workload or workloads.WORKLOADS:
            scene = shop.scene(name)
            jobs = [(driver, variant) for driver in competitors for variant in driver.variants(name)]
            rounds = {job_key(job): [] for job in jobs}
            for turn in range(options.rounds):
                for job in jobs:
                    earlier = rounds[job_key(job)]
                    if earlier and "na" in earlier[-1]:
                        continue
                    frames = 8 if not earlier else frame_count(options.seconds, earlier[-1]["ms_median"])
                    earlier.append(run(job, scene, name, frames, screen))
                drivers.say(f"{name}: round {turn + 1} of {options.rounds}")
            for job in jobs:
                row = combined(rounds[job_key(job)])
                row.update(workload=name, driver=job[0].name, variant=job[1])
                if job[0].name.startswith(drivers.MULTIPLANE) and "na" not in row:
                    row["allocations"] = allocations(shop, job[0], scene)
                rows.append(row)
    finally:
        if screen:
            screen.close()
    return rows


def job_key(job):
    return job[0].name, job[1]


def frame_count(seconds, milliseconds):
    return int(min(100, max(8, seconds * 1000 / max(milliseconds, 0.01))))


def run(job, scene, workload, frames, screen):
    """One process; its numbers, or why there are none."""
    driver, variant = job
    command = driver.command + ["--workload", workload, "--frames", str(frames), "--warmup", str(WARMUP)]
    if driver.name.startswith(drivers.MULTIPLANE):
        command = multiplane(driver, scene, frames, WARMUP)
    else:
        if variant:
            command += ["--variant", variant]
        if driver.family != "skia":
            command += ["--dir", os.path.dirname(scene)]
    environment = {**os.environ, **driver.environment, **(screen.environment if screen else {})}
    start = Load()
    try:
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return {"na": f"took longer than {LONGEST} s"}
    foreign = start.foreign()
    if ended.returncode != 0 or "{" not in ended.stdout:
        return {"na": (ended.stderr.strip().splitlines() or ["failed, and said nothing"])[-1][:120]}
    found = json.loads(ended.stdout[ended.stdout.index("{") :])
    if "na" not in found and "milliseconds" in found:
        found = flattened(found)
    found["foreign"] = foreign
    return found


def multiplane(driver, scene, frames, warmup):
    return driver.command + [
        "bench",
        scene,
        "--frames",
        str(frames),
        "--warmup",
        str(warmup),
        "--json",
        "--device",
        "software",
    ]


def flattened(report):
    """What 'multiplane bench --json' prints, in the names that all drivers use."""
    times = report["milliseconds"]
    return {
        "ms_median": times["frame"]["median"],
        "ms_p95": times["frame"]["p95"],
        "ms_min": times["frame"]["min"],
        "cpu_ms": times["processor"],
        "ms_readback": times["readback"]["median"],
        "ms_start": times["start"],
        "memory": report["peakMemoryBytes"],
        **{"n_" + key: value for key, value in report["counts"].items()},
    }


def combined(rounds):
    good = [found for found in rounds if "na" not in found]
    if not good:
        return {"na": rounds[-1]["na"] if rounds else "not measured"}
    least = min(found["foreign"] for found in good)
    used = [found for found in good if found["foreign"] <= max(QUIET, least + 0.03)]
    row = {
        key: statistics.median(found[key] for found in used)
        for key, value in used[0].items()
        if isinstance(value, (int, float))
    }
    row["ms_min"] = min(found["ms_min"] for found in good)
    row["cpu_ms"] = min(found["cpu_ms"] for found in good)
    row["foreign"] = least
    return row


def allocations(shop, driver, scene):
    """Allocations of a frame, the driver's own included: what 16 frames make more than 8."""
    counts = []
    for frames in (8, 16):
        ended = subprocess.run(
            multiplane(driver, scene, frames, 0), env=counting(shop), capture_output=True, text=True, check=True
        )
        counts.append(int(ended.stderr.strip().splitlines()[-1].split()[-1]))
    return (counts[1] - counts[0]) // 8


def counting(shop):
    """The environment in which a program counts its allocations."""
    return {**os.environ, "LD_PRELOAD": shop.allocations()}


class Load:
    """What the machine did since: of /proc/stat, and of our own processes."""

    def __init__(self):
        self.busy, self.own, self.time = busy(), own(), time.time()

    def foreign(self):
        """Cores that others used."""
        seconds = max(time.time() - self.time, 1e-3)
        return max(0.0, (busy() - self.busy) - (own() - self.own)) / seconds


def busy():
    with open("/proc/stat", encoding="ascii") as file:
        numbers = [int(number) for number in file.readline().split()[1:9]]
    return (sum(numbers) - numbers[3] - numbers[4]) / os.sysconf("SC_CLK_TCK")


def own():
    times = os.times()
    return times.children_user + times.children_system


class Screen:
    """An X server without a screen, for the peers that need a display; none if it is not installed."""

    def __init__(self):
        self.environment = {}
        self.server = None
        reader, writer = os.pipe()
        try:
            self.server = subprocess.Popen(
                ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"],
                pass_fds=[writer],
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            drivers.say("Xvfb is not installed: GTK and Qt's OpenGL need a display of yours")
        os.close(writer)
        # To the end of the line: the server ends if it cannot write that.
        with os.fdopen(reader, encoding="ascii") as answer:
            if self.server:
                self.environment["DISPLAY"] = ":" + answer.readline().strip()

    def close(self):
        if self.server:
            self.server.terminate()
            self.server.wait()
