"""What is measured: how each driver is built, whether it is installed, and its command for a workload."""

import importlib.util
import os
import subprocess
import sys
from dataclasses import dataclass, field

import files
import workloads

FLOOR = "floor"
MULTIPLANE = "multiplane"

# What a driver does of a workload more than one way; the best one counts. Of the floor only the last is the floor.
VARIANTS = {
    "skia": {
        "sprites": ["atlas", "images"],
        "masks": ["shader", "layers"],
        "cards": ["shader", "clip"],
        "retained": ["full", "damage"],
        "shadows": ["maskfilter", "baked"],
    },
    "gtk": {"retained": ["", "window"]},
    "cairo": {"retained": ["", "damage"]},
    FLOOR: {"rrects": ["sdf"], "retained": ["damage"]},
}


@dataclass
class Driver:
    """A program to measure."""

    name: str
    command: list  # without the workload and the number of frames
    family: str = ""  # whose variants it has
    environment: dict = field(default_factory=dict)

    def variants(self, workload):
        return VARIANTS.get(self.family, {}).get(workload, [""])


class Shop:
    """Builds what is needed in the build folder, once."""

    def __init__(self, root, folder):
        self.folder = folder
        self.build = os.path.join(root, ".build", "bench")
        self.scenes = os.path.join(self.build, "scenes")
        os.makedirs(self.scenes, exist_ok=True)

    def scene(self, name):
        """The scene file of a workload, written if it is missing or older than what writes it."""
        path = os.path.join(self.scenes, name + ".json")
        sources = [os.path.join(self.folder, file) for file in ("workloads.py", "files.py")]
        if not newer(path, sources):
            say(f"writing the workload {name}")
            files.write(workloads.WORKLOADS[name](), self.scenes)
        return path

    def floor(self):
        return Driver(FLOOR, [self.compiled("floor", "floor.c", ["egl", "glesv2"]), "--engine", "bgra"], FLOOR)

    def allocations(self):
        """The library that counts allocations when it is loaded before others."""
        tests = os.path.join(self.folder, "..", "..", "Tests", "AllocationCount")
        return self.compiled(
            "allocations.so", "allocations.c", [], ["-shared", "-I" + os.path.join(tests, "include")],
            [os.path.join(tests, "AllocationCount.c")],
        )

    def multiplanes(self, programs):
        """A driver for each build; they are told apart by number if there are several."""
        return [
            Driver(MULTIPLANE + (f" {i + 1}" if len(programs) > 1 else ""), [program])
            for i, program in enumerate(programs)
        ]

    def peers(self):
        """The peers that are installed; a line is said of each that is not."""
        found = []
        for name, make in (("Skia", self.skia), ("Qt Quick", self.qt), ("GTK", self.gtk), ("Cairo", self.cairo)):
            try:
                found += make()
            except (subprocess.CalledProcessError, ImportError, OSError) as error:
                say(f"left out: {name} is not installed ({first_line(error)})")
        return found

    def skia(self):
        if importlib.util.find_spec("skia") is None:
            raise ImportError("Python has no module skia; pip install skia-python")
        program = os.path.join(self.folder, "peers", "skia_driver.py")
        return [
            Driver("skia " + engine, [sys.executable, program, "--engine", engine], "skia")
            for engine in ("ganesh", "raster")
        ]

    def qt(self):
        program = self.compiled("qt", "peers/qt.cpp", ["Qt6Quick", "Qt6Qml", "Qt6Gui", "Qt6OpenGL", "Qt6Core"])
        opengl = {"QT_QPA_PLATFORM": "xcb", "QT_XCB_GL_INTEGRATION": "xcb_egl"}
        software = {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}
        return [
            Driver("qt opengl", [program, "--engine", "opengl"], environment=opengl),
            Driver("qt software", [program, "--engine", "software"], environment=software),
        ]

    def gtk(self):
        program = self.compiled("gtk", "peers/gtk.c", ["gtk4", "epoxy"])
        return [
            Driver("gtk " + engine, [program, "--engine", engine], "gtk", {"GDK_BACKEND": "x11"})
            for engine in ("gl", "cairo")
        ]

    def cairo(self):
        return [Driver("cairo", [self.compiled("cairo", "peers/cairo.c", ["cairo"])], "cairo")]

    def compiled(self, name, source, packages, options=(), others=()):
        """A program of ours, compiled if it is older than its source or another file that this includes."""
        out = os.path.join(self.build, name)
        source = os.path.join(self.folder, source)
        if newer(out, [source, os.path.join(self.folder, "scene.h"), *others]):
            return out
        flags = []
        if packages:
            flags = subprocess.run(
                ["pkg-config", "--cflags", "--libs", *packages], check=True, capture_output=True, text=True
            ).stdout.split()
        compiler = "c++" if source.endswith("pp") else "cc"
        subprocess.run(
            [compiler, "-O2", "-fPIC", *options, "-o", out, source, *flags, "-lm"],
            check=True,
            capture_output=True,
            text=True,
        )
        return out


def newer(path, sources):
    return os.path.exists(path) and all(os.path.getmtime(path) > os.path.getmtime(source) for source in sources)


def first_line(error):
    text = getattr(error, "stderr", None) or str(error)
    return (text.strip().splitlines() or ["no reason given"])[0]


def say(line):
    print(f"tools/bench: {line}", file=sys.stderr, flush=True)
