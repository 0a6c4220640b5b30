"""A fixture of pytest that compares pictures with those kept beside the tests.

    def test_card(expect_picture):
        expect_picture(multiplane.Scene("card.json", {"name": "Ada"}))

The expected picture is `pictures/TEST_FILE/TEST.png` beside the test's file. `pytest --multiplane-update`
writes those that are missing or differ. Of the others, the actual and the expected picture and their
difference are left in a folder (`--multiplane-out`), with a page, `index.html`.
"""

from __future__ import annotations

import html
import json
import os
import re
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Union

import pytest

from ._image import Difference, Image, Picture, picture
from ._scene import Scene

_FACTS = ".json"
_STYLE = ("body{font:14px sans-serif;margin:2em}figure{display:inline-block;margin:0 1em 1em 0}"
          "img{background:repeating-conic-gradient(#ccc 0 25%,#fff 0 50%) 0/16px 16px;max-width:32em}")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("multiplane")
    group.addoption("--multiplane-update", action="store_true",
                    help="write expected pictures that are missing or differ")
    group.addoption("--multiplane-out", metavar="DIR", default="multiplane-failures",
                    help="folder for pictures that differ (default: multiplane-failures)")


@pytest.fixture
def expect_picture(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Compares a picture with the expected one, which is kept beside the test.

    Called with a scene, an image, the bytes or the path of an image file, or an array; and with
    `name`, for tests with several pictures, `tolerance`, as for `Difference.alike`, and for a scene
    `time` and `scale`.
    """

    def expect(actual: Union[Scene, Picture], name: str = "", *, tolerance: str = "parity",
               time: Optional[float] = None,
               scale: float = 1) -> None:
        __tracebackhide__ = True
        image = actual.image(time, scale) if isinstance(actual, Scene) else _image(actual)
        stem = "-".join(map(_stem, filter(None, (request.node.name, name))))
        test = Path(request.path)
        path = test.parent / "pictures" / test.stem / f"{stem}.png"
        problem = _problem(image, path, tolerance)
        if not problem:
            return
        if request.config.getoption("--multiplane-update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            image.save(path)
            return
        folder = Path(request.config.getoption("--multiplane-out"))
        _keep(folder, f"{_stem(test.stem)}-{stem}", image, path, problem)
        pytest.fail(f"{path}: {problem}; see {folder / 'index.html'}, and run pytest --multiplane-update if it is "
                    "right", pytrace=False)

    return expect


def _image(actual: Any) -> Image:
    found = picture(actual)
    return Image.open(actual) if found is None else found


def _stem(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:150] or "picture"


def _problem(image: Image, path: Path, tolerance: str) -> str:
    """Why a picture is not the expected one; empty if it is."""
    if not path.exists():
        return "expected a picture there, found none"
    expected = Image.open(path)
    if expected.size != image.size:
        return (f"expected {expected.width} x {expected.height} px, found {image.width} x {image.height} px")
    return Difference(image, expected).breaches(tolerance)


def _keep(folder: Path, stem: str, image: Image, path: Path, problem: str) -> None:
    """Leaves the pictures of a failure in a folder, and what its page says of them."""
    folder.mkdir(parents=True, exist_ok=True)
    images: Dict[str, Image] = {"actual": image}
    if path.exists():
        images["expected"] = Image.open(path)
        if images["expected"].size == image.size:
            images["difference"] = Difference(image, images["expected"]).image()
    for kind in ("actual", "expected", "difference"):
        file = folder / f"{stem}-{kind}.png"
        if kind in images:
            images[kind].save(file)
        elif file.exists():
            file.unlink()
    facts = {"path": str(path), "problem": problem, "pictures": list(images)}
    (folder / f"{stem}{_FACTS}").write_text(json.dumps(facts), encoding="utf-8")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Removes the facts of an earlier run, so that the page has the failures of this one."""
    # Processes of pytest-xdist share the folder.
    if not hasattr(session.config, "workerinput"):
        for file in Path(session.config.getoption("--multiplane-out")).glob(f"*{_FACTS}"):
            file.unlink()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Writes the page of the failures."""
    folder = Path(session.config.getoption("--multiplane-out"))
    files = sorted(folder.glob(f"*{_FACTS}"))
    page = folder / "index.html"
    if hasattr(session.config, "workerinput") or not files and not page.exists():
        return
    parts: List[str] = []
    for file in files:
        facts = json.loads(file.read_text(encoding="utf-8"))
        parts.append(f"<h2>{html.escape(facts['path'])}</h2><p>{html.escape(facts['problem'])}</p>")
        parts += [f'<figure><img src="{html.escape(file.stem)}-{kind}.png"><figcaption>{kind}</figcaption></figure>'
                  for kind in facts["pictures"]]
    text = (f"<!DOCTYPE html><meta charset=utf-8><title>Pictures</title><style>{_STYLE}</style>"
            f"<h1>{len(files)} pictures differ</h1>" + "".join(parts))
    temporary = page.with_suffix(f".{os.getpid()}.partial")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, page)
