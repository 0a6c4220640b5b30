"""S3: a store in a bucket (moto_server), and a Ray cluster whose nodes share nothing else."""
from __future__ import annotations

import concurrent.futures
import importlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import time
from typing import Any, Dict, List, Optional

import ray_faults
from fault import collector
from ground import CHUNKS, Ground, expect, kill, until

FAULTS, fault = collector()
PORT, BUCKET = 5055, "chunks"
URL = f"s3://{BUCKET}/clock"


def missing(ground: Ground) -> Optional[str]:
    names = [name for name in ("boto3", "moto", "flask") if importlib.util.find_spec(name) is None]
    if names:
        return f"{sys.executable} has no {names[0]}; install it in an environment, pip install boto3 'moto[server]', and give PYTHON=…"
    return ray_faults.missing(ground)


class Engine(ray_faults.Engine):
    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.store = URL
        self.server: "Optional[subprocess.Popen[bytes]]" = None
        self.client: Any = None

    def start(self, *arguments: Any) -> None:
        self.ground.environment.update(
            AWS_ENDPOINT_URL=f"http://127.0.0.1:{PORT}", AWS_ACCESS_KEY_ID="test", AWS_SECRET_ACCESS_KEY="test",
            AWS_DEFAULT_REGION="us-east-1", AWS_EC2_METADATA_DISABLED="true")
        os.environ.update(self.ground.environment)
        self.serve()
        super().start(*arguments)

    def serve(self) -> None:
        """A server with an empty bucket."""
        boto3: Any = importlib.import_module("boto3")
        config: Any = importlib.import_module("botocore.config")
        self.server = subprocess.Popen([sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(PORT)],
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.client = boto3.session.Session().client("s3", config=config.Config(retries={"max_attempts": 1}, read_timeout=5))

        def answers() -> bool:
            try:
                self.client.create_bucket(Bucket=BUCKET)
                return True
            except Exception:
                return False

        until(answers, "an answer of moto_server", 60)

    def empty(self) -> None:
        for name in self.objects():
            self.client.delete_object(Bucket=BUCKET, Key=name)

    def objects(self) -> Dict[str, int]:
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=BUCKET)
        return {each["Key"]: each["Size"] for page in pages for each in page.get("Contents", [])}

    def chunks(self, ending: str) -> List[str]:
        return sorted(name for name in self.objects() if name.endswith(ending) and "/plans/" not in name)

    def stop(self) -> None:
        super().stop()
        if self.server is not None:
            self.server.kill()
            self.server.wait()
        self.server = None

    def good(self, process: "Optional[subprocess.Popen[str]]" = None, twice: int = 0) -> str:
        lines = self.ends(process or self.run(), 0)
        # The folder that nodes could share has nothing in it.
        expect(not self.ground.files(), "expected nothing in a folder beside the bucket")
        expect(len(self.chunks(".mp4")) == CHUNKS == len(self.chunks(".json")), f"expected {CHUNKS} chunks, found {sorted(self.objects())}")
        self.ground.check_outputs(twice)
        left = [name for name in os.listdir(self.ground.folder) if name.startswith(".multiplane-store")]
        expect(not left, "expected the chunks that were fetched to be taken away")
        return lines

    def complete(self) -> None:
        super().complete()
        self.empty()


@fault("none")
def none(engine: Engine, ground: Ground) -> str:
    engine.complete()
    lines = engine.good()
    engine.good()
    expect(len(ground.begun()) == CHUNKS, "expected nothing to be drawn in a second run")
    return ray_faults.counted(lines)


@fault("chunk killed")
def chunk_killed(engine: Engine, ground: Ground) -> str:
    with ray_faults.running(engine) as (process, begun):
        kill(begun.process)
        return ray_faults.counted(engine.good(process, twice=1))


@fault("node lost")
def node_lost(engine: Engine, ground: Ground) -> str:
    with ray_faults.running(engine) as (process, begun):
        engine.lose(begun.node)
        return ray_faults.counted(engine.good(process, twice=1))


@fault("second PUT of a name")
def second_put(engine: Engine, ground: Ground) -> str:
    sys.path.insert(0, ground.environment["PYTHONPATH"])
    _objects: Any = importlib.import_module("multiplane._objects")
    engine.complete()
    store = _objects.ObjectStore(URL)
    paths = [os.path.join(ground.folder, f"part{index}") for index in range(8)]
    for index, path in enumerate(paths):
        with open(path, "wb") as file:
            file.write(bytes([index]) * 1_000_000)
    with concurrent.futures.ThreadPoolExecutor(len(paths)) as threads:
        added = list(threads.map(lambda path: store.add("ab/file.mp4", path), paths))
    expect(sum(added) == 1, f"expected one of eight to be first, found {sum(added)}")
    copy = os.path.join(ground.folder, "copy")
    store.fetch("ab/file.mp4", copy)
    with open(copy, "rb") as file:
        expect(file.read() == bytes([added.index(True)]) * 1_000_000, "expected the bytes of the first")
    for path in (*paths, copy):
        os.unlink(path)
    return "412, the first stays"


@fault("chunk damaged")
def chunk_damaged(engine: Engine, ground: Ground) -> str:
    engine.complete()
    engine.good()
    flipped, shortened = engine.chunks(".mp4")[:2]
    for name in (flipped, shortened):
        data = bytearray(engine.client.get_object(Bucket=BUCKET, Key=name)["Body"].read())
        if name == shortened:
            del data[999:]
        data[99] ^= 1
        engine.client.put_object(Bucket=BUCKET, Key=name, Body=bytes(data))
    shutil.rmtree(ground.out)
    lines = engine.good(twice=2)
    expect(len(engine.chunks(".damaged")) >= 2, "expected the damaged chunks to be set aside")
    return ray_faults.counted(lines)


@fault("other bytes were first")
def conflict(engine: Engine, ground: Ground) -> str:
    engine.complete()
    engine.good()
    name = engine.chunks(".mp4")[0]
    engine.client.delete_object(Bucket=BUCKET, Key=name[:-len("mp4")] + "json")
    engine.client.put_object(Bucket=BUCKET, Key=name, Body=b"other")
    shutil.rmtree(ground.out)
    lines = engine.ends(engine.run(), 1)
    expect("other bytes" in lines, f"expected the conflict to be told, found {lines[-300:]}")
    expect(len(engine.chunks(".conflict.json")) == 1, "expected the conflict to be noted")
    expect(not os.path.exists(os.path.join(ground.out, "clock.mp4")), "expected no output")
    return "1, told and noted"


@fault("store stopped for a while")
def server_stopped(engine: Engine, ground: Ground) -> str:
    with ray_faults.running(engine) as (process, _):
        assert engine.server is not None
        engine.server.send_signal(signal.SIGSTOP)
        time.sleep(6)
        engine.server.send_signal(signal.SIGCONT)
        return ray_faults.counted(engine.good(process, twice=CHUNKS))


@fault("store lost")
def server_lost(engine: Engine, ground: Ground) -> str:
    with ray_faults.running(engine) as (process, _):
        assert engine.server is not None
        engine.server.kill()
        engine.server.wait()
        engine.ends(process, 75)
        engine.serve()
        return f"75; with an empty one: {ray_faults.counted(engine.good(twice=5 * CHUNKS))}"


@fault("driver killed")
def driver_killed(engine: Engine, ground: Ground) -> str:
    with ray_faults.running(engine, 0.5, count=5) as (process, _):
        process.kill()
        process.communicate()
        ground.stopped()
        there = len(engine.chunks(".json"))
        # A run a minute later takes away what this one left.
        for name in os.listdir(ground.folder):
            if name.startswith(".multiplane-store"):
                os.utime(os.path.join(ground.folder, name), (0, 0))
        return f"{there} there, then {ray_faults.counted(engine.good(twice=3))}"
