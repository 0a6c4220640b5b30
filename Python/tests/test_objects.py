from __future__ import annotations

import io
import os
import sys
import tarfile
import tempfile
import time
import types
import unittest
from pathlib import Path
from typing import Any, Dict, Iterator, List
from unittest import mock

import multiplane
from multiplane import _objects
from multiplane._chunk import AGAIN, DONE, FAILED, Outcome
from multiplane._scratch import scratch


class FakeErrors(types.ModuleType):
    class BotoCoreError(Exception):
        pass

    class NoCredentialsError(BotoCoreError):
        pass

    class ClientError(Exception):
        def __init__(self, code: int) -> None:
            super().__init__(f"answer {code}")
            self.response = {"ResponseMetadata": {"HTTPStatusCode": code}}


class FakeClient:
    """As much of S3 as is asked for, in memory."""

    def __init__(self) -> None:
        self.objects: Dict[str, bytes] = {}
        self.refuses = 0

    def _check(self) -> None:
        if self.refuses:
            raise FakeErrors.ClientError(self.refuses)

    def put_object(self, Bucket: str, Key: str, Body: io.BufferedReader, IfNoneMatch: str) -> None:
        self._check()
        if Key in self.objects and IfNoneMatch == "*":
            raise FakeErrors.ClientError(412)
        self.objects[Key] = Body.read()

    def get_object(self, Bucket: str, Key: str) -> Dict[str, Any]:
        self._check()
        if Key not in self.objects:
            raise FakeErrors.ClientError(404)
        data = self.objects[Key]
        return {"Body": types.SimpleNamespace(iter_chunks=lambda size: iter([data[:3], data[3:]]))}

    def copy_object(self, Bucket: str, Key: str, CopySource: Dict[str, str]) -> None:
        self.objects[Key] = self.objects[CopySource["Key"]]

    def delete_object(self, Bucket: str, Key: str) -> None:
        del self.objects[Key]

    def get_paginator(self, name: str) -> Any:
        self._check()

        def paginate(Bucket: str, Prefix: str) -> Iterator[Dict[str, Any]]:
            yield {}
            yield {"Contents": [{"Key": key} for key in sorted(self.objects) if key.startswith(Prefix)]}

        return types.SimpleNamespace(paginate=paginate)


# A command that draws a chunk as $WITH says: into the store that it is told, in 'ab'.
COMMAND = """#!/bin/sh
mkdir -p "$5/ab"
case $WITH in
  fail*) echo '{"error": "no"}' > "$5/ab/KEY.failed.json"; echo "multiplane: no" >&2; exit 1 ;;
  again*) exit 75 ;;
esac
printf '%s' "$WITH" > "$5/ab/KEY.mp4"
echo '{"sha256": "…"}' > "$5/ab/KEY.json"
"""


class ScratchTests(unittest.TestCase):
    def test_what_a_killed_process_left_is_taken_away_and_what_is_held_is_not(self) -> None:
        with tempfile.TemporaryDirectory() as parent:
            hours_ago = time.time() - 7200
            left, other, fresh = (Path(parent, name) for name in ("part-left", "other", "part-fresh"))
            for folder in (left, other, fresh):
                folder.mkdir()
            for folder in (left, other):
                os.utime(folder, (hours_ago, hours_ago))
            with scratch(parent, "part-") as held:
                os.utime(held, (hours_ago, hours_ago))
                with scratch(parent, "part-") as second:
                    names = {os.path.basename(path) for path in (held, second)} | {"other", "part-fresh"}
                    self.assertEqual(set(os.listdir(parent)), names)
            self.assertEqual(sorted(os.listdir(parent)), ["other", "part-fresh"])


class ObjectTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.client = FakeClient()
        session = types.SimpleNamespace(Session=lambda: types.SimpleNamespace(client=lambda name, config: self.client))
        modules: Dict[str, Any] = {
            "boto3": types.SimpleNamespace(session=session),
            "botocore.config": types.SimpleNamespace(Config=lambda **options: None),
            "botocore.exceptions": FakeErrors("botocore.exceptions")}
        patch = mock.patch.dict(sys.modules, modules)
        patch.start()
        self.addCleanup(patch.stop)
        (self.folder / "tmp").mkdir()
        away = mock.patch.object(tempfile, "tempdir", str(self.folder / "tmp"))
        away.start()
        self.addCleanup(away.stop)
        self.store = _objects.ObjectStore("s3://bucket/some/where/")
        self.plan = self.folder / "plan"
        self.plan.mkdir()
        (self.plan / "chunks.jsonl").write_text('{"key": "abOTHER"}\n{"key": "KEY"}\n'.replace("KEY", "abKEY"))
        (self.plan / "plan.json").write_text("{}")
        self.command = self.folder / "multiplane"
        self.command.write_text(COMMAND.replace("KEY", "abKEY"))
        self.command.chmod(0o755)

    def draw(self, what: str) -> Outcome:
        with mock.patch.dict(os.environ, {"WITH": what}):
            return _objects.draw(str(self.command), str(self.plan), 1, self.store, "n1")

    def names(self) -> List[str]:
        return sorted(name[len("some/where/"):] for name in self.client.objects)

    def test_urls(self) -> None:
        for url in ("s3://", "s3:///a", "http://bucket/a", "s3://bucket/a?b", "s3://bucket/a#b"):
            with self.subTest(url), self.assertRaises(multiplane.Error):
                _objects.ObjectStore(url)
        with mock.patch.dict(sys.modules, {"boto3": None}), self.assertRaisesRegex(multiplane.Error, "pip install"):
            _objects.ObjectStore("s3://bucket")

    def test_what_boto3_refuses_is_a_line(self) -> None:
        def refuse(*arguments: Any, **options: Any) -> None:
            raise self.refusal

        session = types.SimpleNamespace(Session=lambda: types.SimpleNamespace(client=refuse))
        with mock.patch.dict(sys.modules, {"boto3": types.SimpleNamespace(session=session)}):
            for self.refusal in (ValueError("Invalid endpoint: foo"), FakeErrors.BotoCoreError("no such profile")):
                with self.subTest(self.refusal), self.assertRaises(_objects.StoreError) as raised:
                    _objects.ObjectStore("s3://bucket/some")
                self.assertIn(f"s3://bucket/some: {self.refusal}", str(raised.exception))
                self.assertEqual(raised.exception.status, FAILED)

    def test_the_first_stays_and_the_second_is_compared(self) -> None:
        self.assertEqual(self.draw("drawn").status, DONE)
        self.assertEqual(self.names(), ["ab/abKEY.json", "ab/abKEY.mp4"])
        self.assertEqual(self.draw("other").line, "is there already")
        # Both were at it: the JSON of the first was not there when the second began.
        del self.client.objects["some/where/ab/abKEY.json"]
        self.assertEqual(self.draw("drawn").status, DONE)
        del self.client.objects["some/where/ab/abKEY.json"]
        outcome = self.draw("other")
        self.assertEqual(outcome.status, FAILED)
        self.assertIn("other bytes", outcome.line)
        self.assertEqual(self.names(), ["ab/abKEY.conflict.json", "ab/abKEY.mp4"])
        self.assertEqual(self.client.objects["some/where/ab/abKEY.mp4"], b"drawn")

    def test_what_cannot_be_drawn_is_noted_and_tried_once_more(self) -> None:
        self.assertEqual(self.draw("again").status, AGAIN)
        self.assertEqual(self.names(), [])
        outcome = self.draw("fail")
        self.assertEqual((outcome.status, outcome.line), (FAILED, "no"))
        self.assertEqual(self.names(), ["ab/abKEY.failed.json"])
        self.assertEqual(self.draw("drawn").status, DONE)
        self.assertIn("ab/abKEY.json", self.names())

    def test_statuses_of_the_store(self) -> None:
        statuses = {400: FAILED, 403: FAILED, 404: FAILED, 408: AGAIN, 409: AGAIN, 429: AGAIN, 500: AGAIN, 503: AGAIN}
        for code, status in statuses.items():
            with self.subTest(code):
                self.client.refuses = code
                outcome = self.draw("drawn")
                self.assertEqual((outcome.status, outcome.node), (status, "n1"))
                self.assertIn("s3://bucket/some/where/ab/abKEY.", outcome.line)

    def test_chunks_come_and_go(self) -> None:
        self.draw("drawn")
        folder = self.folder / "here"
        folder.mkdir()
        chunks = _objects.keys(str(self.plan))
        self.assertEqual(chunks, ["abOTHER", "abKEY"])
        self.assertEqual(_objects.pull(self.store, chunks, str(folder)), {"abKEY"})
        self.assertEqual((folder / "ab/abKEY.mp4").read_bytes(), b"drawn")
        self.assertEqual(sorted(os.listdir(folder / "ab")), ["abKEY.json", "abKEY.mp4"])
        self.assertEqual(_objects.pull(self.store, chunks, str(folder)), set())
        _objects.set_aside(self.store, ["abKEY"], str(folder))
        self.assertEqual(self.names(), ["ab/abKEY.json.damaged", "ab/abKEY.mp4.damaged"])
        self.assertEqual(os.listdir(folder / "ab"), ["abKEY.mp4"])
        self.assertEqual(_objects.pull(self.store, chunks, str(folder)), set())

    def test_a_plan_travels(self) -> None:
        (self.plan / "assets").mkdir()
        (self.plan / "assets" / "abc").write_bytes(b"scene")
        name = _objects.push_plan(self.store, str(self.plan))
        self.assertEqual(_objects.push_plan(self.store, str(self.plan)), name)
        self.assertEqual(self.names(), [name])
        there = Path(_objects.local_plan(self.store, name))
        self.assertEqual((there / "assets" / "abc").read_bytes(), b"scene")
        self.assertEqual(there, Path(_objects.local_plan(self.store, name)))
        self.assertEqual(os.listdir(there.parent), [there.name])
        os.chmod(there.parent, 0o755)
        with self.assertRaisesRegex(_objects.StoreError, "this user's alone"):
            _objects.local_plan(self.store, name)

    def test_what_is_no_plan_is_not_unpacked(self) -> None:
        for name, kind in (("../out", tarfile.REGTYPE), ("/out", tarfile.REGTYPE), ("link", tarfile.SYMTYPE),
                           ("device", tarfile.CHRTYPE)):
            with self.subTest(name):
                data = io.BytesIO()
                with tarfile.open(fileobj=data, mode="w") as archive:
                    entry = tarfile.TarInfo(name)
                    entry.type, entry.linkname = kind, "/etc/passwd"
                    archive.addfile(entry)
                self.client.objects["some/where/plans/1.tar"] = data.getvalue()
                with self.assertRaisesRegex(_objects.StoreError, "is in no plan"):
                    _objects.local_plan(self.store, "plans/1.tar")
