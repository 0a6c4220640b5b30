"""The benchmark's drivers: build, availability, and the command line for a workload."""

import importlib.util
import os
import platform
import subprocess
import sys
from dataclasses import dataclass, field

import files
import workloads

FLOOR = "floor"
MULTIPLANE = "multiplane"
# Mesa's zink over lavapipe, a driver for Vulkan; commands are taken and nothing is drawn.
ZINK = {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "zink", "GALLIUM_NOOP": "1"}
# No fused multiply-add and no traps: the same bytes with every instruction set.
EXACT = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-pthread"]
THREADS = (2, 1)  # of the CPU renderer and of its floor; goals are for the first
BAKED = {"cards": ["baked"], "shadows": ["baked"]}  # of those that have no blur: shadows made before the first frame

# What a driver does of a workload more than one way; the best one counts.
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
    "pixman": BAKED,
    "blend2d": {"retained": ["", "damage"], **BAKED},
    "gl floor": {"rrects": ["sdf"], "retained": ["damage"]},
    "cpu floor": {"retained": ["damage"]},
}


@dataclass
class Driver:
    """A program to measure."""

    name: str
    command: list  # without the workload and the number of frames
    family: str = ""  # whose variants it has
    environment: dict = field(default_factory=dict)
    threads: int = 0  # that it is told to draw with; 0 where it is told nothing

    @property
    def is_multiplane(self):
        return self.name.startswith(MULTIPLANE)

    def variants(self, workload):
        return VARIANTS.get(self.family, {}).get(workload, [""])


class Workshop:
    """Builds what is needed in the build folder, once."""

    def __init__(self, root, folder):
        self.folder = folder
        self.build = os.path.join(root, ".build", "bench")
        self.scenes = os.path.join(self.build, "scenes")
        os.makedirs(self.scenes, exist_ok=True)

    def scene(self, name):
        """The scene file of a workload, written if it is missing or older than what writes it."""
        path = os.path.join(self.scenes, name + ".json")
        modules = ("tree.py", "workloads.py", "paths.py", "effects.py", "features.py", "files.py", "lottie.py")
        sources = [os.path.join(self.folder, file) for file in modules]
        if not newer(path, sources):
            say(f"writing the workload {name}")
            files.write(workloads.WORKLOADS[name](), self.scenes)
        return path

    def drivers(self, part, programs, with_peers):
        """All that take turns in a part: each build of Multiplane, the floor, the peers."""
        if part == "gl":
            return self.multiplanes(programs, ["--renderer", "gl"], environment=ZINK)
        if part == "device":
            return (
                self.multiplanes(programs, ["--renderer", "gl"])
                + self.gl_floor()
                + (self.gl_peers() if with_peers else [])
            )
        ours = [
            driver
            for threads in THREADS
            for driver in self.multiplanes(programs, ["--renderer", "cpu", "--threads", str(threads)], threads=threads)
        ]
        return ours + self.cpu_floor() + (self.cpu_peers() if with_peers else [])

    def multiplanes(self, programs, options, **others):
        """A driver for each build; they are told apart by number if there are several."""
        return [
            Driver(
                MULTIPLANE + (f" {i + 1}" if len(programs) > 1 else ""),
                [program, "bench", "--json", *options],
                **others,
            )
            for i, program in enumerate(programs)
        ]

    def cpu_floor(self):
        def make():
            if platform.machine() not in ("x86_64", "AMD64"):
                raise OSError("it is written for x86-64")
            program = self.compiled("cpu_floor", "cpu_floor.c", [], EXACT)
            return [Driver(FLOOR, [program], "cpu floor", threads=threads) for threads in THREADS]

        return installed("the processor's floor", make)

    def gl_floor(self):
        def make():
            return [
                Driver(
                    FLOOR, [self.compiled("gl_floor", "gl_floor.c", ["egl", "glesv2"]), "--engine", "bgra"], "gl floor"
                )
            ]

        return installed("the floor of OpenGL ES", make)

    def cpu_peers(self):
        return (
            installed("Cairo", self.cairo)
            + installed("pixman", self.pixman)
            + installed("Blend2D", self.blend2d)
            + installed("Skia", lambda: self.skia("raster"))
            + installed("ThorVG", lambda: self.lottie("thorvg", "thorvg_python", "thorvg-python"))
            + installed("rlottie", lambda: self.lottie("rlottie", "rlottie_python", "rlottie-python"))
            + installed("Qt Quick", lambda: self.qt("software"))
            + installed("GTK", lambda: self.gtk("cairo"))
        )

    def gl_peers(self):
        return (
            installed("Skia", lambda: self.skia("ganesh"))
            + installed("Qt Quick", lambda: self.qt("opengl"))
            + installed("GTK", lambda: self.gtk("gl"))
        )

    def skia(self, engine):
        if importlib.util.find_spec("skia") is None:
            raise ImportError("Python has no module skia; pip install skia-python")
        program = os.path.join(self.folder, "peers", "skia_driver.py")
        return [Driver("skia " + engine, [sys.executable, program, "--engine", engine], "skia")]

    def lottie(self, engine, module, package):
        """A player of Lottie files, into which workloads are exported."""
        if importlib.util.find_spec(module) is None:
            raise ImportError(f"Python has no module {module}; pip install {package}")
        program = os.path.join(self.folder, "peers", "lottie_driver.py")
        return [Driver(engine, [sys.executable, program, "--engine", engine], "lottie")]

    def qt(self, engine):
        program = self.compiled("qt", "peers/qt.cpp", ["Qt6Quick", "Qt6Qml", "Qt6Gui", "Qt6OpenGL", "Qt6Core"])
        environment = {
            "opengl": {"QT_QPA_PLATFORM": "xcb", "QT_XCB_GL_INTEGRATION": "xcb_egl"},
            "software": {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"},
        }
        return [Driver("qt " + engine, [program, "--engine", engine], environment=environment[engine])]

    def gtk(self, engine):
        program = self.compiled("gtk", "peers/gtk.c", ["gtk4", "epoxy"])
        return [Driver("gtk " + engine, [program, "--engine", engine], "gtk", {"GDK_BACKEND": "x11"})]

    def cairo(self):
        return [Driver("cairo", [self.compiled("cairo", "peers/cairo.c", ["cairo-ft"])], "cairo")]

    def pixman(self):
        return [Driver("pixman", [self.compiled("pixman", "peers/pixman.c", ["pixman-1"])], "pixman")]

    def blend2d(self):
        """With one thread and with two. Debian 12 has no package of it: BLEND2D names the folder where it is installed."""
        prefix = os.environ.get("BLEND2D", "/usr/local")
        if not os.path.exists(os.path.join(prefix, "include", "blend2d")):
            raise OSError(f"there is no {prefix}/include/blend2d; BLEND2D=PREFIX names another folder")
        library = os.path.join(prefix, "lib")
        flags = [f"-I{prefix}/include", f"-L{library}", f"-Wl,-rpath,{library}", "-lblend2d", "-lpthread", "-lrt"]
        program = self.compiled("blend2d", "peers/blend2d.cpp", [], libraries=flags)
        return [Driver("blend2d " + engine, [program, "--engine", engine], "blend2d") for engine in ("st", "mt")]

    def compiled(self, name, source, packages, options=(), libraries=()):
        """A program of ours, compiled if it is older than its source or one of the headers."""
        out = os.path.join(self.build, name)
        source = os.path.join(self.folder, source)
        headers = [os.path.join(self.folder, file) for file in os.listdir(self.folder) if file.endswith(".h")]
        if newer(out, [source, *headers]):
            return out
        flags = list(libraries)
        if packages:
            flags += subprocess.run(
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


def installed(name, make):
    """The drivers that a function makes; a line says why there are none."""
    try:
        return make()
    except (subprocess.CalledProcessError, ImportError, OSError) as error:
        say(f"left out: {name} ({first_line(error)})")
        return []


def newer(path, sources):
    return os.path.exists(path) and all(os.path.getmtime(path) > os.path.getmtime(source) for source in sources)


def first_line(error):
    text = getattr(error, "stderr", None) or str(error)
    return (text.strip().splitlines() or ["no reason given"])[0]


def say(line):
    print(f"tools/bench: {line}", file=sys.stderr, flush=True)
