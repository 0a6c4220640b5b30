"""Measurement: one process at a time; within a workload, the drivers take turns.

The results of a driver are the median over the rounds of the median frame, and the best of these.
Rounds with a high load from other processes are left out of the median if there are quieter ones;
`foreign` is the number of cores that other processes used in the quietest round.
"""

import json
import os
import statistics
import subprocess
import tempfile
import time

import drivers
import workloads

WARMUP = 4
FEWEST, MOST = 8, 100  # frames of a process
LONGEST = 300  # seconds that a process may take
QUIET = 0.12  # cores


def measure(workshop, options, parts):
    """A list of rows, one for each part, workload, driver and variant: dictionaries of numbers."""
    screen = Screen() if options.peers else None
    rows = []
    try:
        with tempfile.TemporaryDirectory(prefix="multiplane-bench-") as runtime:
            # Vulkan's loader asks for this folder, although nothing is shown.
            shared = {"XDG_RUNTIME_DIR": runtime, **(screen.environment if screen else {})}
            for part in parts:
                if part == "gl" and not has_zink(options.build[0], shared):
                    continue
                competitors = workshop.drivers(part, options.build, options.peers)
                for name in options.workload or workloads.WORKLOADS:
                    rows += workload_rows(workshop, options, part, name, competitors, shared)
    finally:
        if screen:
            screen.close()
    return rows


def has_zink(program, shared):
    """Whether Mesa has the driver that frames are counted on; a line says what it has instead."""
    environment = {**os.environ, **shared, **drivers.ZINK, "GALLIUM_NOOP": "0"}
    ended = subprocess.run([program, "devices"], env=environment, capture_output=True, text=True, check=False)
    found = (ended.stdout.splitlines() or ["nothing"])[0]
    if "zink" not in found:
        drivers.say(f"left out: the part gl (Mesa has no zink here, but {found}; 'tools/setup --drivers' installs it)")
    return "zink" in found


def workload_rows(workshop, options, part, name, competitors, shared):
    scene = workshop.scene(name)
    jobs = [(driver, variant) for driver in competitors for variant in driver.variants(name)]
    rounds = [[] for _ in jobs]
    for turn in range(options.rounds):
        for job, earlier in zip(jobs, rounds):
            if earlier and "na" in earlier[-1]:
                continue
            frames = FEWEST if not earlier else frame_count(options.seconds, earlier[-1]["ms_median"])
            earlier.append(run(job, scene, name, frames, shared))
        drivers.say(f"{part}: {name}: round {turn + 1} of {options.rounds}")
    rows = []
    for (driver, variant), found in zip(jobs, rounds):
        place = {"part": part, "workload": name, "driver": driver.name, "variant": variant, "threads": driver.threads}
        rows.append({**combined(found), **place})
    return rows


def frame_count(seconds, milliseconds):
    return int(min(MOST, max(FEWEST, seconds * 1000 / max(milliseconds, 0.01))))


def run(job, scene, workload, frames, shared):
    """One process; its numbers, or why there are none."""
    driver, variant = job
    command = driver.command + ["--frames", str(frames), "--warmup", str(WARMUP)]
    if driver.is_multiplane:
        # Only what changes is drawn where hardly anything moves.
        command += [scene] + ([] if workload == "retained" else ["--full"])
    else:
        words = [variant] * bool(variant) + [f"t{driver.threads}"] * bool(driver.threads)
        command += ["--workload", workload] + (["--variant", ",".join(words)] if words else [])
        if driver.family not in ("skia", "lottie"):  # they make the trees themselves
            command += ["--dir", os.path.dirname(scene)]
    environment = {**os.environ, **shared, **driver.environment}
    start = Load()
    try:
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        return {"na": f"took longer than {LONGEST} s"}
    foreign = start.foreign()
    if ended.returncode != 0 or "{" not in ended.stdout:
        return {"na": (ended.stderr.strip().splitlines() or ["failed, and said nothing"])[-1][:120]}
    found = json.loads(ended.stdout[ended.stdout.index("{") :])
    if "na" in found:
        return {"na": found["na"]}
    if driver.is_multiplane:
        found = flattened(found)
    found["foreign"] = foreign
    return found


def flattened(report):
    """What 'multiplane bench --json' prints, in the names that all drivers use."""
    times = report["milliseconds"]
    return {
        "ms_median": times["frame"]["median"],
        "ms_p95": times["frame"]["p95"],
        "ms_min": times["frame"]["min"],
        "cpu_ms": times["processor"],
        "ms_evaluate": times["evaluate"]["median"],
        "ms_flatten": times["flatten"]["median"],
        "ms_readback": times["readback"]["median"],
        "ms_start": times["start"],
        "memory": report["peakMemoryBytes"],
        "device": report["device"],
        "pixels": report["width"] * report["height"],
        **{"n_" + key: value for key, value in report["counts"].items()},
    }


def combined(rounds):
    """One row of a driver's rounds."""
    if "na" in rounds[-1]:
        return {"na": rounds[-1]["na"]}
    least = min(found["foreign"] for found in rounds)
    used = [found for found in rounds if found["foreign"] <= max(QUIET, least + 0.03)]
    row = {
        key: statistics.median(found[key] for found in used) if isinstance(value, (int, float)) else value
        for key, value in used[0].items()
    }
    row["ms_best"] = min(found["ms_median"] for found in rounds)
    for key in ("ms_min", "cpu_ms", "ms_evaluate", "ms_flatten"):
        if key in row:
            row[key] = min(found[key] for found in rounds)
    row["foreign"] = least
    return row


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
