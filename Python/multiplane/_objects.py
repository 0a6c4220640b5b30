"""Stores in S3 buckets, or compatible services: objects are added once and never replaced."""

from __future__ import annotations

import concurrent.futures
import contextlib
import hashlib
import importlib
import itertools
import json
import os
import shutil
import socket
import stat
import tarfile
import tempfile
from typing import Any, Dict, Iterable, Iterator, List, Set
from urllib.parse import urlsplit

from ._chunk import AGAIN, DONE, FAILED, Outcome, run
from ._error import Error
from ._scratch import scratch

SCHEME = "s3://"

# Concurrent downloads.
_THREADS = 8
_BLOCK = 1 << 20
_ASIDE = ".damaged"
_FAILED = "failed.json"


class StoreError(Exception):
    """A failed operation of a store, as one line.

    `status` is AGAIN for a temporary failure, FAILED for a permanent one.
    """

    def __init__(self, line: str, status: int) -> None:
        super().__init__(line, status)
        self.line, self.status = line, status

    def __str__(self) -> str:
        return self.line


class ObjectStore:
    """The objects below `s3://BUCKET/PREFIX`.

    boto3 takes endpoint, region and credentials from its variables and files: `AWS_ENDPOINT_URL`,
    `AWS_PROFILE`. Operations raise `StoreError`.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.url, self._bucket = url, parts.netloc
        self._prefix = parts.path.strip("/") + "/" if parts.path.strip("/") else ""
        if parts.scheme != "s3" or not parts.netloc or parts.query or parts.fragment:
            raise Error(f"{url}: expected s3://BUCKET/PREFIX", "error", url)
        try:
            boto3: Any = importlib.import_module("boto3")
            config: Any = importlib.import_module("botocore.config")
            self._errors: Any = importlib.import_module("botocore.exceptions")
        except ImportError:
            raise Error(f"{url}: needs boto3; install it: pip install 'boto3>=1.36'", "error", url) from None
        try:
            self._client: Any = boto3.session.Session().client("s3", config=config.Config(
                connect_timeout=10, read_timeout=60, retries={"mode": "standard", "max_attempts": 4}))
        except (self._errors.BotoCoreError, ValueError) as error:
            # An invalid profile, region or endpoint in boto3's variables or files.
            raise StoreError(f"{url}: {error}; boto3 has it from AWS_... variables or its files", FAILED) from None

    def __repr__(self) -> str:
        return f"ObjectStore({self.url!r})"

    def names(self, beginning: str) -> List[str]:
        """The sorted names of the objects with a prefix."""
        with self._told(beginning):
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self._bucket, Prefix=self._prefix + beginning)
            return [entry["Key"][len(self._prefix):] for page in pages for entry in page.get("Contents", [])]

    def add(self, name: str, path: str) -> bool:
        """Uploads a file under a new name (`If-None-Match: *`). False if the name exists."""
        try:
            with self._told(name), open(path, "rb") as file:
                self._client.put_object(Bucket=self._bucket, Key=self._prefix + name, Body=file, IfNoneMatch="*")
        except _ThereAlready:
            return False
        return True

    def fetch(self, name: str, path: str) -> None:
        """Downloads an object to a file, atomically."""
        temporary = f"{path}.{os.getpid()}.partial"
        try:
            with open(temporary, "wb") as file:
                for block in self._blocks(name):
                    file.write(block)
            os.replace(temporary, path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)

    def digest(self, name: str) -> str:
        """The SHA-256 of an object in hexadecimal; reads the whole object."""
        whole = hashlib.sha256()
        for block in self._blocks(name):
            whole.update(block)
        return whole.hexdigest()

    def set_aside(self, name: str) -> None:
        """Renames a damaged object, so that it counts as missing."""
        with self._told(name):
            self._client.copy_object(Bucket=self._bucket, Key=self._prefix + name + _ASIDE,
                                     CopySource={"Bucket": self._bucket, "Key": self._prefix + name})
            self._client.delete_object(Bucket=self._bucket, Key=self._prefix + name)

    def _blocks(self, name: str) -> Iterator[bytes]:
        with self._told(name):
            body = self._client.get_object(Bucket=self._bucket, Key=self._prefix + name)["Body"]
            # Raises if fewer bytes arrive than announced.
            yield from body.iter_chunks(_BLOCK)

    @contextlib.contextmanager
    def _told(self, name: str) -> Iterator[None]:
        """Converts exceptions of boto3 to `StoreError`."""
        place = f"{SCHEME}{self._bucket}/{self._prefix}{name}"
        try:
            yield
        except self._errors.ClientError as error:
            code = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
            if code == 412:
                raise _ThereAlready from None
            # Temporary: 409 (a concurrent upload of this name), 408, 429, server errors.
            is_final = 400 <= code < 500 and code not in (408, 409, 429)
            raise StoreError(f"{place}: {error}", FAILED if is_final else AGAIN) from None
        except self._errors.NoCredentialsError as error:
            raise StoreError(f"{place}: {error}; see boto3's pages on credentials", FAILED) from None
        except self._errors.BotoCoreError as error:
            raise StoreError(f"{place}: {error}", AGAIN) from None
        except OSError as error:
            raise StoreError(f"{error.filename or place}: {error.strerror or error}", AGAIN) from None


class _ThereAlready(Exception):
    pass


# --- A plan's chunks

def keys(plan: str) -> List[str]:
    """The keys of a plan's chunks, in order."""
    with open(os.path.join(plan, "chunks.jsonl"), encoding="utf-8") as lines:
        return [json.loads(line)["key"] for line in lines]


def _key(plan: str, number: int) -> str:
    with open(os.path.join(plan, "chunks.jsonl"), encoding="utf-8") as lines:
        for line in itertools.islice(lines, number, None):
            return str(json.loads(line)["key"])
    raise StoreError(f"{plan}: has no chunk {number}", FAILED)


def _files(store: ObjectStore, key: str) -> List[str]:
    """The names of a chunk's objects. The JSON is last, because it makes the chunk valid.

    Without a JSON: the failure record, or nothing.
    """
    stem = f"{key[:2]}/{key}."
    names = store.names(stem)
    if stem + "json" in names:
        return [name for name in names if name.count(".") == 1 and name != stem + "json"] + [stem + "json"]
    return [name for name in names if name == stem + _FAILED]


def draw(command: str, plan: str, number: int, store: ObjectStore, node: str = "") -> Outcome:
    """Draws a chunk into a scratch folder, then uploads it to a store.

    As with `multiplane chunk` and a folder, a chunk that exists already is compared, not replaced.
    """
    try:
        key = _key(plan, number)
        if any(not name.endswith(_FAILED) for name in _files(store, key)):
            return Outcome(DONE, "is there already", 0.0, socket.gethostname(), node)
        with scratch(_home(), "chunk-") as folder:
            outcome = run([command, "chunk", plan, str(number), "--store", folder, "--end-with-parent"], node)
            if outcome.status in (DONE, FAILED):
                _add(folder, key, store)
            return outcome
    except StoreError as error:
        return Outcome(error.status, error.line, 0.0, socket.gethostname(), node)


def _add(folder: str, key: str, store: ObjectStore) -> None:
    """Uploads the files that the command wrote for a chunk: the chunk, or its failure record."""
    stem = f"{key[:2]}/{key}."
    within = os.path.join(folder, key[:2])
    names = sorted(f"{key[:2]}/{name}" for name in (os.listdir(within) if os.path.isdir(within) else []))
    names = [name for name in names if name.startswith(stem)]
    # The JSON last, when all objects that it describes exist.
    for name in sorted(names, key=lambda name: name.endswith(".json")):
        path = os.path.join(folder, name)
        if store.add(name, path) or name.endswith(".json"):
            continue
        ours, theirs = _digest(path), store.digest(name)
        if ours != theirs:
            note = os.path.join(folder, "conflict")
            with open(note, "w", encoding="utf-8") as file:
                json.dump({"first": {"sha256": theirs}, "second": {"sha256": ours, "host": socket.gethostname()}}, file)
            store.add(stem + "conflict.json", note)
            raise StoreError(f"{name}: was drawn before with other bytes, SHA-256 {theirs[:12]}, now {ours[:12]}; "
                             "the first is kept", FAILED)


def _digest(path: str) -> str:
    whole = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            whole.update(block)
    return whole.hexdigest()


def pull(store: ObjectStore, chunks: Iterable[str], folder: str) -> Set[str]:
    """Downloads the chunks that a folder lacks. Returns the keys of those that were downloaded."""
    chunks = list(chunks)
    threads = concurrent.futures.ThreadPoolExecutor(_THREADS)
    try:
        fetched = list(threads.map(lambda key: _pull(store, key, folder), chunks))
    finally:
        # After an error or a signal, only downloads in progress are completed.
        threads.shutdown(cancel_futures=True)
    return {key for key, is_new in zip(chunks, fetched) if is_new}


def _pull(store: ObjectStore, key: str, folder: str) -> bool:
    if os.path.exists(os.path.join(folder, key[:2], f"{key}.json")):
        return False
    names = _files(store, key)
    for name in names:
        os.makedirs(os.path.join(folder, key[:2]), exist_ok=True)
        store.fetch(name, os.path.join(folder, name))
    return bool(names)


def set_aside(store: ObjectStore, chunks: Iterable[str], folder: str) -> None:
    """Removes downloaded chunks that are damaged or failed from a store and a folder."""
    for key in chunks:
        # The JSON first, so that no valid chunk is incomplete.
        for name in reversed(_files(store, key)):
            store.set_aside(name)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(folder, key[:2], f"{key}.json"))


# --- The plan itself, on machines that share no folder

def _name_of(plan: str) -> str:
    return f"plans/{_digest(os.path.join(plan, 'plan.json'))}.tar"


def push_plan(store: ObjectStore, plan: str) -> str:
    """Uploads a plan to a store if it is missing. Returns its name there."""
    name = _name_of(plan)
    if name not in store.names(name):
        with tempfile.NamedTemporaryFile(suffix=".tar") as file:
            with tarfile.open(fileobj=file, mode="w") as archive:
                archive.add(plan, arcname=".")
            file.flush()
            store.add(name, file.name)
    return name


def local_plan(store: ObjectStore, name: str) -> str:
    """A plan's folder on this machine, downloaded on first use. `multiplane chunk` verifies it."""
    folder = os.path.join(_home(), os.path.splitext(os.path.basename(name))[0])
    if os.path.isdir(folder):
        return folder
    try:
        with scratch(_home(), "plan-") as temporary:
            archive = os.path.join(temporary, "plan.tar")
            store.fetch(name, archive)
            with tarfile.open(archive) as files:
                _unpack(files, os.path.join(temporary, "plan"))
            # If another worker of this machine was first, its folder is equivalent.
            with contextlib.suppress(OSError):
                os.rename(os.path.join(temporary, "plan"), folder)
    except (OSError, tarfile.TarError) as error:
        raise StoreError(f"{store.url}: {name}: {error}", AGAIN) from None
    return folder


def _home() -> str:
    """A private folder of this user on this machine."""
    home = os.path.join(tempfile.gettempdir(), f"multiplane-{os.getuid()}")
    with contextlib.suppress(FileExistsError):
        os.mkdir(home, 0o700)
    status = os.lstat(home)
    if status.st_uid != os.getuid() or status.st_mode & 0o077 or not stat.S_ISDIR(status.st_mode):
        raise StoreError(f"{home}: expected a folder of this user's alone; take it away", AGAIN)
    return home


def _unpack(files: tarfile.TarFile, folder: str) -> None:
    """Unpacks folders and regular files; rejects outside paths, duplicates and other entries."""
    seen: Set[str] = set()
    for entry in files:
        path = os.path.normpath(entry.name)
        if path.startswith(("/", "..")) or not (entry.isdir() or entry.isreg()) or path in seen:
            raise tarfile.ReadError(f"{entry.name}: is in no plan")
        seen.add(path)
        if entry.isdir():
            os.makedirs(os.path.join(folder, path), exist_ok=True)
            continue
        os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
        source = files.extractfile(entry)
        assert source is not None
        with source, open(os.path.join(folder, path), "wb") as target:
            shutil.copyfileobj(source, target)


_local: Dict[str, ObjectStore] = {}


def opened(url: str) -> ObjectStore:
    """A cached store of this process, so that connections are reused."""
    if url not in _local:
        _local[url] = ObjectStore(url)
    return _local[url]
