"""The measurements of tools/test-batch, with their goals."""
import concurrent.futures
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time
from typing import List, NamedTuple, Optional

HERE = pathlib.Path(__file__).resolve().parent
SCENES = HERE.parent.parent / "Scenes"
PICTURES = ("aurora", "dawn", "dunes", "forest", "night", "sea")
PHOTOS = 24


class Result(NamedTuple):
    """A figure and whether it is what it has to be; None where it could not be measured."""

    name: str
    found: str
    goal: str
    is_reached: Optional[bool]

    def __str__(self):
        judged = {True: "reached", False: "MISSED", None: "left out"}[self.is_reached]
        return f"{self.name}: {self.found} (goal: {self.goal}): {judged}"


class Run(NamedTuple):
    """What a command took, with all processes that it started and waited for."""

    seconds: float
    processor: float
    # Bytes of memory that one of them held.
    most: int


class Ground:
    """A folder, and the command."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder

    def run(self, *arguments) -> Run:
        """Runs the command to its end, which has to be a good one."""
        start = time.monotonic()
        with tempfile.TemporaryFile() as messages:
            process = subprocess.Popen([self.command, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=messages, stderr=messages)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds = time.monotonic() - start
            if process.returncode:
                messages.seek(0)
                text = messages.read().decode(errors="replace").strip()
                raise SystemExit(f"tools/test-batch: multiplane {arguments[0]}: status {process.returncode}: {text[-400:]}")
        return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10)

    def photos(self) -> List[str]:
        """Photographs of 600 x 600, as people send them: JPEG files."""
        (self.folder / "photos").mkdir()
        names = []
        for number in range(PHOTOS):
            shutil.copy(SCENES / "images" / f"{PICTURES[number % len(PICTURES)]}.png", self.folder / "photo.png")
            scene = {"version": 1, "size": [600, 600], "images": {"photo": "photo.png"}, "root": {
                "frame": [0, 0, 600, 600], "sublayers": [{"frame": [-10 * number, 0, 900, 600], "contents": "photo"}]}}
            (self.folder / "photo.json").write_text(json.dumps(scene))
            names.append(f"photo{number}.jpg")
            self.run("render", self.folder / "photo.json", "-o", self.folder / "photos" / names[-1], "--renderer", "cpu")
        return names

    def cards(self, count):
        """Rows of business cards, and their manifest."""
        photos = self.photos()
        rows = [{"id": f"card{number}", "parameters": {
            "name": f"Person Number {number}", "role": ("Engineer", "Designer", "Analyst")[number % 3], "mail": f"p{number}@example.org",
            "accent": f"#{number * 2654435761 % (1 << 24):06x}", "photo": photos[number % PHOTOS]}} for number in range(count)]
        manifest = self.folder / "cards.jsonl"
        manifest.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return rows, manifest

    def batch(self, manifest, out, jobs=1) -> Run:
        return self.run("batch", manifest, "--scene", HERE / "card.json", "-o", f"{out}/{{id}}.png", "--assets", self.folder / "photos",
                        "--renderer", "cpu", "--jobs", jobs, "--progress", "none")


def cards(ground, options):
    rows, manifest = ground.cards(options.cards)
    alone = rows[::10]
    out = ground.folder / "out"
    half = len(alone) // 2
    processes = []

    def draw(rows):
        for row in rows:
            values = [f"--set={name}={value}" for name, value in row["parameters"].items()]
            processes.append(ground.run("render", HERE / "card.json", *values, "--assets", ground.folder / "photos", "-o",
                                        ground.folder / f"{row['id']}.png", "--renderer", "cpu"))

    draw(alone[:half])
    batch = ground.batch(manifest, out)
    draw(alone[half:])
    for row in alone:
        if (out / f"{row['id']}.png").read_bytes() != (ground.folder / f"{row['id']}.png").read_bytes():
            return [Result("cards", f"{row['id']} has other bytes by `batch` than by `render`", "the same", False)]
    each = statistics.mean(run.processor for run in processes)
    one = batch.processor / len(rows)
    return [Result(f"{len(rows)} cards", f"{one * 1000:.1f} ms of processor time a card by `batch`, {each * 1000:.1f} in a process each: "
                   f"{each / one:.1f} times", "8 times", each / one >= 8)]


def workers(ground, options):
    if len(os.sched_getaffinity(0)) < 2:
        return [Result("two workers", "one core", "two", None)]
    _, manifest = ground.cards(max(40, options.cards // 4))
    times = {1: [], 2: []}
    for turn in range(options.turns):
        for jobs in (1, 2):
            times[jobs].append(ground.batch(manifest, ground.folder / f"out{turn}{jobs}", jobs).seconds)
    # The least: what else the machine does makes a run slower, and none quicker.
    one, two = min(times[1]), min(times[2])
    return [Result("two workers", f"{one:.1f} s by one, {two:.1f} by two: {one / two:.2f} times", "1.8 times", one / two >= 1.8)]


# --- Memory

def resident(process, key="VmRSS") -> int:
    """Bytes; 0 of a process that is gone."""
    try:
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(key + ":"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    return 0


def children(process) -> List[int]:
    found = []
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            found += map(int, pathlib.Path(f"/proc/{process}/task/{thread}/children").read_text().split())
    except OSError:
        pass
    return found


class Watched(NamedTuple):
    rows: int
    lead: int
    worker: int


def watched(ground, manifest, count):
    """Runs a batch. Returns what it held at every hundredth of its rows, and the most that it held itself."""
    process = subprocess.Popen(
        [ground.command, "batch", manifest, "--scene", HERE / "small.json", "-o", f"{ground.folder}/out/{{id}}.png", "--renderer", "cpu",
         "--jobs", "2", "--progress", "json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    samples, most, done = [], 0, 0
    for _ in process.stdout:
        done += 1
        if done % (count // 100) == 0:
            most = max(most, resident(process.pid, "VmHWM"))
            samples.append(Watched(done, resident(process.pid), max([resident(child) for child in children(process.pid)], default=0)))
    if process.wait() or done != count:
        raise SystemExit(f"tools/test-batch: batch: status {process.returncode} after {done} of {count} rows")
    return samples, most


def memory(ground, options):
    count = options.rows
    manifest = ground.folder / "rows.csv"
    manifest.write_text("id,name\n" + "".join(f"row{number},Name {number}\n" for number in range(count)))
    samples, most = watched(ground, manifest, count)
    # The last rows are read when the workers have ended.
    samples = [sample for sample in samples if sample.worker]
    # By tenths: workers are replaced after a thousand pictures, and new ones are smaller at first.
    tenth = len(samples) // 10
    second, last = samples[tenth:2 * tenth], samples[-tenth:]
    results = []
    for name, place in (("the batch", 1), ("a worker", 2)):
        marks = [min(samples, key=lambda sample: abs(sample.rows - mark)) for mark in (2000, 20000, 100000) if mark <= count]
        told = ", ".join(f"{mark[place] / (1 << 20):.1f} MiB after {mark.rows:,}" for mark in marks)
        growth = statistics.mean(sample[place] for sample in last) / statistics.mean(sample[place] for sample in second)
        results.append(Result(f"{name}, {count:,} rows", f"{told}; the last tenth of the rows is {growth:.3f} of the second", "1.05", growth <= 1.05))
    again, most_again = watched(ground, manifest, count)
    del again
    results.append(Result("the same batch again", f"all there; {most_again / (1 << 20):.1f} MiB at most, {most / (1 << 20):.1f} the first time",
                          "a quarter more", most_again <= 1.25 * most))
    return results


# --- Plans

RATE = 30
CHUNK = 10.0
# Chunks, so that what is done once counts as it does for a video that is worth a plan.
CHUNKS = 5
# Frames by which it is found how many of them take ten seconds.
SAMPLE = 120


def plan(ground, options):
    if not shutil.which("ffmpeg"):
        return [Result("plan", "there is no ffmpeg", "ffmpeg", None)]
    scene = SCENES / "clock/clock.json"

    def render(frames):
        return ground.run("render", scene, "--to", frames / RATE, "--fps", RATE, "--scale", 2, "--renderer", "cpu", "--threads", 1, "-o",
                          ground.folder / "whole.mp4", "--quiet").processor

    # Chunks end where groups of pictures do, each two seconds long.
    group = 2 * RATE
    length = max(1, round(CHUNK / ((render(SAMPLE) - render(1)) / (SAMPLE - 1)) / group)) * group
    frames = CHUNKS * length
    job = {"id": "clock", "scene": str(scene), "from": 0, "to": frames / RATE, "fps": RATE, "scale": 2, "output": "clock.mp4"}
    manifest = ground.folder / "jobs.jsonl"
    manifest.write_text(json.dumps(job) + "\n")

    def parts(turn):
        plan, store = ground.folder / f"plan{turn}", ground.folder / f"store{turn}"
        sums = [ground.run("plan", manifest, "--out", plan, "--chunk-frames", length).processor, 0.0, 0.0]
        chunks = len((plan / "chunks.jsonl").read_text().splitlines())
        for number in range(chunks):
            sums[1] += ground.run("chunk", plan, number, "--store", store).processor
        sums[2] = ground.run("join", plan, "--store", store, "-o", ground.folder / f"out{turn}", "--quiet").processor
        return chunks, sums

    wholes, cuts = [], []
    for turn in range(max(1, options.turns - 1)):
        wholes.append(render(frames))
        chunks, sums = parts(turn)
        cuts.append(sums)
    whole, cut = min(wholes), min(cuts, key=sum)
    more = sum(cut) / whole - 1
    return [Result(f"{chunks} chunks of {cut[1] / chunks:.1f} s", f"{whole:.1f} s of processor time by `render`; plan {cut[0]:.1f}, chunks {cut[1]:.1f}, "
                   f"join {cut[2]:.1f}: {more * 100:+.1f} %", "+5 %", more <= 0.05)]


def uneven(ground):
    """A scene of twenty seconds, whose second half has 48 blurred pictures more than its first."""
    def moving(key, *values, **others):
        return {"move": {"class": "CABasicAnimation", "keyPath": key, "fromValue": values[0], "toValue": values[1], "duration": 20, **others}}

    blurred = [{"frame": [number % 6 * 105 + 8 * (number // 24), number // 6 % 4 * 85, 90, 70], "contents": "photo", "masksToBounds": True,
                "filters": [{"name": "CIGaussianBlur", "inputRadius": 6}], "animations": moving("transform.rotation.z", 0, 6.28)}
               for number in range(48)]
    shown = {"show": {"class": "CAKeyframeAnimation", "keyPath": "opacity", "values": [0, 1], "keyTimes": [0, 0.5, 1],
                      "calculationMode": "discrete", "duration": 20}}
    scene = {"version": 1, "size": [640, 360], "images": {"photo": str(SCENES / "images/aurora.png")}, "root": {
        "frame": [0, 0, 640, 360], "backgroundColor": "#123", "sublayers": [
            {"frame": [20, 20, 100, 100], "backgroundColor": "#fa0", "animations": moving("position.x", 50, 600)},
            {"frame": [0, 0, 640, 360], "sublayers": blurred, "animations": shown}]}}
    (ground.folder / "uneven.json").write_text(json.dumps(scene))
    return ground.folder / "uneven.json"


def cut(ground, options):
    if not shutil.which("ffmpeg"):
        return [Result("cut", "there is no ffmpeg", "ffmpeg", None)]
    job = {"id": "uneven", "scene": str(uneven(ground)), "to": 20, "fps": RATE, "output": "uneven.mp4"}
    manifest = ground.folder / "jobs.jsonl"
    manifest.write_text(json.dumps(job) + "\n")
    plan = ground.folder / "plan"
    ground.run("plan", manifest, "--out", plan, "--chunk-seconds", 6, "--group", 0.5)
    chunks = [json.loads(line) for line in (plan / "chunks.jsonl").read_text().splitlines()]
    seconds = [ground.run("chunk", plan, number, "--store", ground.folder / "store").processor for number in range(len(chunks))]
    most, median = max(seconds), statistics.median(seconds)
    lengths = [chunk["count"] for chunk in chunks]
    return [Result(f"{len(chunks)} chunks by cost", f"of {min(lengths)} to {max(lengths)} frames; the longest takes {most:.1f} s of processor time, "
                   f"the median {median:.1f}: {most / median:.2f} times", "1.5 times", most <= 1.5 * median)]


JOINED = 1000


def join(ground, options):
    if not shutil.which("ffmpeg"):
        return [Result("join", "there is no ffmpeg", "ffmpeg", None)]
    job = {"id": "clock", "scene": str(SCENES / "clock/clock.json"), "to": JOINED / 10, "fps": 20, "scale": 0.25, "output": "clock.mp4"}
    manifest = ground.folder / "jobs.jsonl"
    manifest.write_text(json.dumps(job) + "\n")
    plan, store = ground.folder / "plan", ground.folder / "store"
    ground.run("plan", manifest, "--out", plan, "--group", 0.1, "--chunk-frames", 2)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as threads:
        list(threads.map(lambda number: ground.run("chunk", plan, number, "--store", store), range(JOINED)))
    run = ground.run("join", plan, "--store", store, "-o", ground.folder / "out", "--quiet")
    return [Result(f"join of {JOINED:,} chunks", f"{run.seconds:.1f} s, {run.most / (1 << 20):.0f} MiB", "10 s and 100 MiB",
                   run.seconds <= 10 and run.most <= 100 << 20)]


PARTS = {"cards": cards, "memory": memory, "workers": workers, "plan": plan, "cut": cut, "join": join}
